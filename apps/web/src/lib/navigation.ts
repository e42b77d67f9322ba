type Go = (href: string, replace: boolean) => void

let go: Go = (href, replace) => (replace ? window.location.replace(href) : window.location.assign(href))

/** Goes to a page of the app: by the router where it runs, else as a browser does (the start page has no router). */
export function navigateTo(href: string, { replace = false }: { replace?: boolean } = {}): void {
  go(href, replace)
}

/** From now on `goTo` and plain links of the page go where `next` leads them. Returns how to stop that. */
export function navigateWith(next: Go): () => void {
  const before = go
  go = next
  const follow = (event: MouseEvent) => {
    const href = plainHref(event)
    if (href === undefined) return
    event.preventDefault()
    next(href, false)
  }
  document.addEventListener('click', follow)
  return () => {
    go = before
    document.removeEventListener('click', follow)
  }
}

/** The app's own address a click asks for; undefined where the browser, or another handler, has to answer it. */
function plainHref(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined
  if (link.origin !== window.location.origin || link.pathname.startsWith('/api/')) return undefined
  // To a place of the same page the browser scrolls by itself.
  if (link.pathname === window.location.pathname && link.hash !== '') return undefined
  return link.pathname + link.search + link.hash
}
