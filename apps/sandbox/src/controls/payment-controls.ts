import type { Context } from 'hono'
import * as z from 'zod'
import { MERCHANT, type PaymentStore, type PaymentLink } from '../payments/payment-store.ts'
import type { PaymentEvents } from '../payments/payment-events.ts'
import { linkJson } from '../payments/payment-json.ts'
import { bodyOf, notFound, type Control } from './control.ts'

const events = z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() })
const paid = z.strictObject({
  amount: z.int().min(1).optional(),
  late: z.boolean().optional(),
  silent: z.boolean().optional(),
})
const sent = z.strictObject({ event: z.string().min(1).max(60).default('payment_link.paid') })

/** Controls of the payment provider: what a person does on its page, and what its server reports of it. */
export function paymentControls(book: PaymentStore, sender: PaymentEvents): Control[] {
  const linkOf = (c: Context): PaymentLink => {
    const id = c.req.param('id') ?? ''
    const link = book.link(id) ?? book.byReference(id)
    if (link === undefined) throw notFound(`Payment link ${id}`)
    return link
  }
  return [
    {
      method: 'GET',
      path: '/payments',
      text: "The merchant's credentials, where its events go, and every payment link.",
      answer: () => ({ merchant: MERCHANT, events_url: sender.address ?? null, links: book.links().map(linkJson) }),
    },
    {
      method: 'POST',
      path: '/payments/events',
      text: 'Where signed events go: { "url": "http://…/api/payments/events" }, or null for nowhere.',
      answer: async (c) => {
        sender.address = (await bodyOf(c, events)).url ?? undefined
        return { ok: true }
      },
    },
    {
      method: 'POST',
      path: '/payments/:id/pay',
      text: 'A person pays a link, named by its id or reference: { "amount"?: paise, "late"?: after it ended, "silent"?: no event }.',
      answer: async (c) => {
        const link = linkOf(c)
        const { silent = false, ...how } = await bodyOf(c, paid)
        const payment = book.pay(link, how)
        return { payment_id: payment.id, answered: silent ? 0 : await sender.send('payment_link.paid', link) }
      },
    },
    {
      method: 'POST',
      path: '/payments/:id/events',
      text: 'Sends an event of a link once more: { "event": "payment_link.paid" }.',
      answer: async (c) => {
        const link = linkOf(c)
        return { answered: await sender.send((await bodyOf(c, sent)).event, link) }
      },
    },
  ]
}
