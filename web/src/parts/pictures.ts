// Where the server gives the pictures: an address changes with its picture, so it is kept for good.

/** Return the address of a picture by its name in a book; `close` shows its subject alone, which is read when small. */
export function pictureAt(name: string, close = false): string {
  return `/api/pictures/${name}${close ? '#close' : ''}`
}
