// A position as a link: the text of its scenario, packed into the part of the address that no server sees.
const FORMAT = 'deflate-raw'
/** How many bytes a text may have: four for each character that the server reads. */
const MOST = 120_000

/** Return a text as the fragment of an address: packed, in letters that an address may hold. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new CompressionStream(FORMAT), new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** Return the text of a fragment. Throws if it holds none. */
export async function unpacked(fragment: string): Promise<string> {
  const bytes = Uint8Array.from(atob(fragment.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(await through(new DecompressionStream(FORMAT), bytes))
}

/** Return what comes out of a stream. Throws if it is more than any scenario has: a short link may unpack to gigabytes. */
async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const writer = stream.writable.getWriter()
  writer.write(bytes).catch(() => undefined) // what is wrong is thrown to the reader
  writer.close().catch(() => undefined)
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.readable.getReader()
  const found: number[] = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (found.length + part.value.length > MOST) {
      await reader.cancel()
      throw new Error('too long')
    }
    for (const byte of part.value) found.push(byte)
  }
  return Uint8Array.from(found)
}
