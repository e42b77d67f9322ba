const WORKER = '/sw.js'

/** Lets a worker answer when there is no network. Without one (an old browser, plain HTTP) the browser's own page does. */
export function registerOffline(): void {
  if (!('serviceWorker' in navigator)) return
  // After everything the page needs itself.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trusted(WORKER)).catch((error: unknown) => {
      console.error('the offline page is not available', error)
    })
  })
}

/** The page's policy takes an address of a script from a named maker only; browsers without such policies take any. */
function trusted(address: string): string {
  const maker = (globalThis as { trustedTypes?: TypeMaker }).trustedTypes
  if (maker === undefined) return address
  // The address is ours and fixed, so there is nothing to look at.
  return maker.createPolicy('strikewise-offline', { createScriptURL: (text) => text }).createScriptURL(address)
}

interface TypeMaker {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}
