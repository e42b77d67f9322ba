import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import type { PushStore } from './push-store.ts'
import { vapidFault } from './vapid.ts'

/** Longest body a push service must take (RFC 8030, 7.2). */
const MAX_BYTES = 4_096
const URGENCIES: readonly string[] = ['very-low', 'low', 'normal', 'high']

/** What goes wrong, asked once a message. */
export interface PushFaults {
  /** Whether the browser has just ended its subscription. */
  hasEnded(): boolean
  /** Seconds to wait; undefined: none. */
  retryAfterS(): number | undefined
  /** The status of a failure of the push service itself. */
  failure(): 500 | 502 | 503 | 504 | undefined
  /** Real milliseconds until the answer. */
  delayMs(): number | undefined
}

/** A push service (RFC 8030) for the subscriptions of `store`: `POST /send/:id`, from senders that VAPID shows. */
export function pushApp(store: PushStore, faults: PushFaults): Hono {
  const app = new Hono()
  app.post('/send/:id', async (c) => {
    const wait = faults.delayMs()
    if (wait !== undefined) await delay(wait)
    const failure = faults.failure()
    if (failure !== undefined) return c.text('The push service fails.\n', failure)
    const seconds = faults.retryAfterS()
    if (seconds !== undefined) return c.text('Too many messages.\n', 429, { 'retry-after': String(seconds) })
    const subscription = store.subscription(c.req.param('id'))
    if (subscription === undefined) return c.text('There is no such subscription.\n', 404)
    if (faults.hasEnded()) store.end(subscription.id)
    if (subscription.ended) return c.text('The subscription has ended.\n', 410)
    const { origin } = new URL(c.req.url)
    const expected = { senderKey: subscription.senderKey, origin, nowS: Date.now() / 1000 }
    const fault = vapidFault(c.req.header('authorization'), expected)
    if (fault !== undefined) return c.text(`${fault}\n`, 403)
    const ttl = c.req.header('ttl') ?? ''
    if (!/^\d{1,9}$/.test(ttl)) return c.text('A message needs a TTL.\n', 400)
    const urgency = c.req.header('urgency') ?? 'normal'
    if (!URGENCIES.includes(urgency)) return c.text('The urgency is none of RFC 8030.\n', 400)
    if (c.req.header('content-encoding') !== 'aes128gcm') return c.text('The encoding must be aes128gcm.\n', 400)
    const body = Buffer.from(await c.req.arrayBuffer())
    if (body.length > MAX_BYTES) return c.text('The message is too long.\n', 413)
    const { id } = store.receive(subscription, body, Number(ttl), urgency)
    return c.body(null, 201, { location: `${origin}/push/message/${id}`, ttl })
  })
  return app
}
