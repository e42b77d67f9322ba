// Reports that there is no network, and shows alerts as notifications. It keeps no answer of the server: an old price looks like
// a new one.
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

// A browser that is sent a message must show something, or it takes the permission back.
const UNREADABLE = {
  title: 'Strikewise',
  text: 'Open the app to read a new alert.',
  path: '/dashboard',
  tag: '',
  lang: 'en-IN',
}

self.addEventListener('push', (event) => {
  const { title, text, path, tag, lang, at } = contentOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      lang,
      timestamp: at,
      data: { path },
      icon: '/icon-192.png',
      badge: '/icon-192.png',
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openScreen(event.notification.data?.path))
})

function contentOf(data) {
  try {
    const content = data.json()
    return typeof content.title === 'string' && typeof content.text === 'string' ? content : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

// In a tab that shows it already, else in one that is open, else in a new one.
async function openScreen(path) {
  const { origin } = self.location
  const asked = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  const address = asked?.origin === origin ? asked.href : new URL('/dashboard', origin).href
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === address) ?? tabs.find(({ focused }) => focused) ?? tabs[0]
  if (tab === undefined) return self.clients.openWindow(address)
  const focused = await tab.focus()
  if (focused.url === address) return focused
  // A tab that another worker controls cannot be led.
  return focused.navigate(address).catch(() => self.clients.openWindow(address))
}
