// The icons this page uses, by our names: only these end up in the built page.
export function path(name: string): string {
  return ICONS[name] ?? ICONS['unknown']!
}
const ICONS: Record<string, string> = {
  unknown: 'M256 64a192 192 0 1 0 0 384 192 192 0 0 0 0-384z',
}
