// A position as a link: the text of its scenario, packed into the part of the address that no server sees.
const FORMAT = 'deflate-raw'

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

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const writer = stream.writable.getWriter()
  writer.write(bytes).catch(() => undefined) // what is wrong is thrown to the reader
  writer.close().catch(() => undefined)
  return new Uint8Array(await new Response(stream.readable).arrayBuffer())
}
