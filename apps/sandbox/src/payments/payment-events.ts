import { createHmac, randomUUID } from 'node:crypto'
import { linkJson } from './payment-json.ts'
import { MERCHANT, type PaymentLink } from './payment-store.ts'

const SEND_TIMEOUT_MS = 5000

/** Notifies the merchant's server of what happened, signed over the very bytes that are sent. */
export class PaymentEvents {
  /** Where events go; undefined: nowhere, as before a merchant has set it. */
  address: string | undefined

  /** One event, once; answers the status of the merchant's server, 0 when there was none. */
  async send(event: string, link: PaymentLink, id: string = randomUUID()): Promise<number> {
    if (this.address === undefined) return 0
    const body = JSON.stringify({
      entity: 'event',
      event,
      contains: ['payment_link'],
      payload: { payment_link: { entity: linkJson(link) } },
      created_at: Math.floor(Date.now() / 1000),
    })
    try {
      const answer = await fetch(this.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': createHmac('sha256', MERCHANT.webhookSecret).update(body).digest('hex'),
          'x-razorpay-event-id': id,
        },
        body,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      return answer.status
    } catch {
      // The merchant's server is away: a real provider tries again for a day, here a control does.
      return 0
    }
  }
}
