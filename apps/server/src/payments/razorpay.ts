import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { createRedactor } from '@strikewise/brokers/redact.ts'
import { request } from 'undici'
import * as z from 'zod'
import { boundedText } from '../bounded-text.ts'
import type { Secret } from '../secret.ts'
import { PaymentError, type CheckoutOrder, type CheckoutStatus, type HostedProvider } from './payment-provider.ts'

export interface RazorpaySettings {
  /** `https://api.razorpay.com` without a path, or what speaks its protocol. */
  readonly apiUrl: string
  readonly keyId: string
  readonly keySecret: Secret
  readonly webhookSecret: Secret
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024
/** The provider refuses less than a quarter of an hour; our quote stands an hour. */
const OPEN_SECONDS = 30 * 60

const link = z.object({
  id: z.string().min(1),
  reference_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  short_url: z.url({ protocol: /^https?$/ }),
  status: z.enum(['created', 'partially_paid', 'paid', 'cancelled', 'expired']),
  payments: z.array(z.object({ payment_id: z.string(), amount: z.int(), status: z.string() })).nullable(),
})
type Link = z.infer<typeof link>
const links = z.object({ payment_links: z.array(link) })
const refund = z.object({ id: z.string().min(1), status: z.string(), receipt: z.string().nullish() })
const refunds = z.object({ items: z.array(refund) })
const failure = z.object({ error: z.object({ description: z.string() }) })
const linkEvent = z.object({ payload: z.object({ payment_link: z.object({ entity: z.object({ id: z.string() }) }) }) })

/**
 * Razorpay by payment links: the buyer pays on its page, our pages load nothing of it. A link is opened under our own
 * reference, of which there can be one, so a lost answer is settled by looking for it.
 */
export function razorpay(settings: RazorpaySettings): HostedProvider {
  const call = <T>(schema: z.ZodType<T>, method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    callApi(settings, schema, method, path, body, key)
  const byReference = async (key: string): Promise<Link | undefined> =>
    (await call(links, 'GET', `/payment_links?reference_id=${encodeURIComponent(key)}`)).payment_links.find(
      (one) => one.reference_id === key,
    )
  const create = async ({ key, amount, description, returnUrl }: CheckoutOrder): Promise<Link> => {
    try {
      return await call(link, 'POST', '/payment_links', {
        amount,
        currency: 'INR',
        accept_partial: false,
        reference_id: key,
        description,
        callback_url: returnUrl,
        callback_method: 'get',
        expire_by: Math.floor(Date.now() / 1000) + OPEN_SECONDS,
      })
    } catch (error) {
      // Of two that open the same order at once one gets the answer that it exists.
      const known = error instanceof PaymentError && error.final ? await byReference(key) : undefined
      if (known === undefined) throw error
      return known
    }
  }
  return {
    kind: 'hosted',
    name: 'razorpay',
    note: 'You pay on the page of Razorpay, and come back here when it is done.',

    async createCheckout(order) {
      const opened = (await byReference(order.key)) ?? (await create(order))
      return { reference: opened.id, url: opened.short_url }
    },

    fetchStatus: async (reference) =>
      statusOf(await call(link, 'GET', `/payment_links/${encodeURIComponent(reference)}`)),

    async cancel(reference) {
      try {
        await call(link, 'POST', `/payment_links/${encodeURIComponent(reference)}/cancel`, {})
      } catch (error) {
        // It is over already, one way or the other.
        if (!(error instanceof PaymentError && error.final)) throw error
      }
    },

    async refund({ key, payment, amount }) {
      const path = `/payments/${encodeURIComponent(payment)}`
      const made = (await call(refunds, 'GET', `${path}/refunds`)).items.find((one) => one.receipt === key)
      const { id, status } = made ?? (await call(refund, 'POST', `${path}/refund`, { amount, receipt: key }, key))
      if (status === 'failed') throw new PaymentError(`refund ${id} failed`, true)
      return { reference: id }
    },

    checkoutOf({ body, signature }) {
      const sum = createHmac('sha256', settings.webhookSecret.reveal()).update(body).digest()
      const given = Buffer.from(signature, 'hex')
      if (given.length !== sum.length || !timingSafeEqual(given, sum))
        throw new PaymentError('the signature does not fit', true)
      const read = linkEvent.safeParse(parseJson(body))
      return read.success ? read.data.payload.payment_link.entity.id : undefined
    },
  }
}

/** A link is paid when all of it was captured; an authorised payment may still fall through. */
function statusOf({ status, reference_id: key, currency, payments }: Link): CheckoutStatus {
  const captured = (payments ?? []).filter((one) => one.status === 'captured' || one.status === 'refunded')
  const [first] = captured
  if (status === 'paid' && first !== undefined) {
    const amount = captured.reduce((sum, one) => sum + one.amount, 0)
    return { state: 'paid', key, payment: first.payment_id, amount, currency }
  }
  return { state: status === 'cancelled' || status === 'expired' ? 'gone' : 'open' }
}

/** One call, with no redirects followed. Throws PaymentTrouble: final for a refusal, not for a provider that is away. */
async function callApi<T>(
  { apiUrl, keyId, keySecret }: RazorpaySettings,
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  key: string | undefined,
): Promise<T> {
  const what = `${method} ${path.split('?', 1)[0]}`
  try {
    const { statusCode, body: answer } = await request(`${apiUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret.reveal()}`).toString('base64')}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'x-refund-idempotency': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const json = parseJson(await boundedText(answer, MAX_BYTES))
    if (statusCode >= 400) {
      const reason = failure.safeParse(json).data?.error.description ?? 'no reason given'
      const login = { reveal: () => `${keyId}:${keySecret.reveal()}` }
      const words = createRedactor([keySecret, login])(reason)
      throw new PaymentError(`${what}: ${statusCode} ${words}`, statusCode < 500 && statusCode !== 429)
    }
    const read = schema.safeParse(json)
    if (!read.success)
      throw new PaymentError(`${what}: ${statusCode} with an answer of another form`, false, { answered: true })
    return read.data
  } catch (error) {
    if (error instanceof PaymentError) throw error
    throw new PaymentError(`${what}: no answer`, false, { cause: error })
  }
}
