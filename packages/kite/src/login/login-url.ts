/**
 * The broker's login page for one app: `v=3`, the app's key, and `state` carried through `redirect_params` so that it
 * comes back on the redirect (fact sheet §3.1). `loginPage` is the page's address, the broker's or the sandbox's.
 */
export function loginUrl(loginPage: string, apiKey: string, state: string): string {
  const url = new URL(loginPage)
  url.searchParams.set('v', '3')
  url.searchParams.set('api_key', apiKey)
  url.searchParams.set('redirect_params', new URLSearchParams({ state }).toString())
  return url.href
}
