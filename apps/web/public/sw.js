// Reports that there is no network, and nothing else. It keeps no answer of the server: an old price looks like a new one.
const PAGE = `<!doctype html>
<html lang="en-IN">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Offline – Strikewise</title>
  <style>
    body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 90vh; margin: 0; padding: 1rem }
    main { max-width: 28rem; text-align: center }
    h1 { font-size: 1.5rem; margin: 0 0 .5rem }
    a { color: inherit }
  </style>
  <main>
    <h1>You are offline</h1>
    <p>This page could not be fetched, and nothing old is shown in its place. Stops that rest at the exchange are not
    affected. To act now, use your broker's app or call its desk.</p>
    <p><a href="">Try again</a></p>
  </main>
</html>`

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  // Only whole pages: what a page asks for itself fails as it would without this worker.
  if (event.request.mode !== 'navigate') return
  event.respondWith(
    fetch(event.request).catch(
      () => new Response(PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }),
    ),
  )
})
