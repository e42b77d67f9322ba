import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { cardPage } from '../http/html.ts'
import { MERCHANT, PaymentError, statusOf, type PaymentStore, type PaymentLink } from './payment-store.ts'
import type { PaymentEvents } from './payment-events.ts'
import { linkJson, refundJson } from './payment-json.ts'

const newLink = z.object({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  accept_partial: z.literal(false).optional(),
  reference_id: z.string().min(1).max(40),
  description: z.string().max(2048).default(''),
  callback_url: z.url(),
  callback_method: z.literal('get'),
  expire_by: z.int(),
})
const newRefund = z.object({ amount: z.int().min(1), receipt: z.string().min(1).max(40) })
/** The provider refuses a link that would end sooner. */
const SHORTEST_S = 15 * 60

/** What goes wrong at the provider, asked at each call. */
interface PaymentFaults {
  isDown(): boolean
  /** Whether the answer to the call that was just carried out gets lost. */
  isLost(): boolean
}

/** The part of Razorpay's API that sells by payment links, and the page on which people pay. */
export function paymentsApp(book: PaymentStore, events: PaymentEvents, faults: PaymentFaults): Hono {
  const app = new Hono()
  const api = new Hono()
  const credentials = `Basic ${Buffer.from(`${MERCHANT.keyId}:${MERCHANT.keySecret}`).toString('base64')}`
  api.use('*', async (c, next) => {
    if (faults.isDown()) return refused(c, 503, 'SERVER_ERROR', 'We are facing some trouble completing your request.')
    if (c.req.header('authorization') !== credentials)
      return refused(c, 401, 'BAD_REQUEST_ERROR', 'The api key provided is invalid')
    await next()
    if (faults.isLost()) c.res = refused(c, 502, 'GATEWAY_ERROR', 'No answer.')
  })
  api.post('/payment_links', async (c) => {
    const parsed = newLink.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return refused(c, 400, 'BAD_REQUEST_ERROR', z.prettifyError(parsed.error))
    const { amount, currency, reference_id, description, callback_url, expire_by } = parsed.data
    if (expire_by < Date.now() / 1000 + SHORTEST_S)
      return refused(c, 400, 'BAD_REQUEST_ERROR', 'expire_by should be at least 15 minutes after current time')
    const link = book.open({
      referenceId: reference_id,
      amount,
      currency,
      description,
      callbackUrl: callback_url,
      expireBy: expire_by,
    })
    return c.json(shown(c, link))
  })
  api.get('/payment_links', (c) => {
    const reference = c.req.query('reference_id')
    const found = book.links().filter((link) => reference === undefined || link.referenceId === reference)
    return c.json({ payment_links: found.map((link) => shown(c, link)) })
  })
  api.get('/payment_links/:id', (c) => c.json(shown(c, known(book, c))))
  api.post('/payment_links/:id/cancel', (c) => {
    const link = known(book, c)
    book.cancel(link)
    return c.json(shown(c, link))
  })
  api.post('/payments/:id/refund', async (c) => {
    const payment = book.payment(c.req.param('id'))
    const parsed = newRefund.safeParse(await c.req.json().catch(() => undefined))
    if (payment === undefined || !parsed.success)
      return refused(c, 400, 'BAD_REQUEST_ERROR', 'The id provided does not exist')
    return c.json(refundJson(book.refund(payment, parsed.data.amount, parsed.data.receipt)))
  })
  api.get('/payments/:id/refunds', (c) => {
    const refunds = book.payment(c.req.param('id'))?.refunds ?? []
    return c.json({ entity: 'collection', count: refunds.length, items: refunds.map(refundJson) })
  })
  api.onError((error, c) => {
    if (error instanceof PaymentError) return refused(c, 400, 'BAD_REQUEST_ERROR', error.message)
    throw error
  })
  app.route('/v1', api)

  app.get('/pay/:id', (c) => {
    const link = book.link(c.req.param('id'))
    return link === undefined ? c.notFound() : c.html(payPage(link, c.req.path))
  })
  app.post('/pay/:id', async (c) => {
    const link = book.link(c.req.param('id'))
    if (link === undefined) return c.notFound()
    if (statusOf(link) !== 'created') return c.redirect(c.req.path, 303)
    book.pay(link)
    void events.send('payment_link.paid', link)
    return c.redirect(link.callbackUrl, 303)
  })
  return app
}

function known(book: PaymentStore, c: Context): PaymentLink {
  const link = book.link(c.req.param('id') ?? '')
  if (link === undefined) throw new PaymentError('The id provided does not exist')
  return link
}

/** With the address at which it is paid: on the host that was asked. */
function shown(c: Context, link: PaymentLink) {
  const { pathname, origin } = new URL(c.req.url)
  const root = pathname.slice(0, pathname.indexOf('/v1/'))
  return { ...linkJson(link), short_url: `${origin}${root}/pay/${link.id}` }
}

function payPage(link: PaymentLink, path: string): string {
  const rupees = (link.amount / 100).toFixed(2)
  const body =
    statusOf(link) === 'created'
      ? `<form method="post" action="${escapeHtml(path)}"><button>Pay ₹${rupees}</button></form>`
      : `<p>This link is ${statusOf(link)}. <a href="${escapeHtml(link.callbackUrl)}">Back</a></p>`
  return cardPage(
    'Pay',
    `<h1>${escapeHtml(link.description)}</h1><p>A payment page of the sandbox: no money moves.</p>${body}`,
  )
}

function refused(c: Context, status: 400 | 401 | 502 | 503, code: string, description: string): Response {
  return c.json({ error: { code, description, source: 'business', step: 'payment_initiation' } }, status)
}
