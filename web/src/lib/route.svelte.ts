// Which page is shown: the path of the address, without a framework.
class Route {
  path = $state(location.pathname)
}
export const route = new Route()

addEventListener('popstate', () => (route.path = location.pathname))

/** Go to another page. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState']({}, '', path)
  route.path = location.pathname
  scrollTo(0, 0)
}

/** Let a click on a link stay inside the page. Use: `<a href="/rules" onclick={inside}>` */
export function inside(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest('a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(link.getAttribute('href') ?? '/')
}
