import { statusOf, type PaymentLink, type Refund } from './payment-store.ts'

/** A payment link as the provider's API shows it. */
export function linkJson(link: PaymentLink) {
  const { id, referenceId, amount, currency, description, callbackUrl, expireBy, payment } = link
  return {
    accept_partial: false,
    amount,
    amount_paid: payment?.amount ?? 0,
    callback_method: 'get',
    callback_url: callbackUrl,
    currency,
    description,
    expire_by: expireBy,
    id,
    payments:
      payment === undefined
        ? null
        : [{ amount: payment.amount, payment_id: payment.id, method: 'upi', status: 'captured' }],
    reference_id: referenceId,
    short_url: '',
    status: statusOf(link),
  }
}

/** A refund as the provider's API shows it. */
export function refundJson(refund: Refund) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: 'INR',
    payment_id: refund.paymentId,
    receipt: refund.receipt,
    status: 'processed',
  }
}
