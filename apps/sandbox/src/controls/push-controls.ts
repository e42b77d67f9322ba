import * as z from 'zod'
import type { PushStore } from '../push/push-store.ts'
import { bodyOf, notFound, type Control } from './control.ts'

const subscribed = z.strictObject({
  application_server_key: z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'the public key of the product, Base64url'),
})

/** Controls of browsers that take push messages: what they subscribe to, what they were sent, and that they end it. */
export function pushControls(store: PushStore): Control[] {
  return [
    {
      method: 'POST',
      path: '/push/subscriptions',
      text: 'A browser subscribes: { "application_server_key" }. Answers what a page reads of its subscription.',
      answer: async (c) => {
        const { application_server_key } = await bodyOf(c, subscribed)
        const { id, p256dh, auth } = store.subscribe(application_server_key)
        return { id, endpoint: `${new URL(c.req.url).origin}/push/send/${id}`, keys: { p256dh, auth } }
      },
    },
    {
      method: 'DELETE',
      path: '/push/subscriptions/:id',
      text: 'The browser ends a subscription: messages to it are answered with 410.',
      answer: (c) => {
        if (!store.end(c.req.param('id') ?? '')) throw notFound(`Subscription ${c.req.param('id')}`)
        return { ok: true }
      },
    },
    {
      method: 'GET',
      path: '/push/messages',
      text: 'The push messages taken, newest first, decrypted by their browsers; ?subscription= for one.',
      answer: (c) => store.messages(c.req.query('subscription')),
    },
    {
      method: 'DELETE',
      path: '/push/messages',
      text: 'Forgets every push message.',
      answer: () => {
        store.clear()
        return { ok: true }
      },
    },
  ]
}
