import { randomBytes } from 'node:crypto'

/** Credentials of the one merchant there is, and what its events are signed with. */
export const MERCHANT = {
  keyId: 'rzp_test_strikewise',
  keySecret: 'strikewise-sandbox',
  webhookSecret: 'strikewise-sandbox-webhook',
} as const

export interface PaymentLink {
  readonly id: string
  readonly referenceId: string
  /** Paise. */
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly callbackUrl: string
  /** Seconds since 1970. */
  readonly expireBy: number
  status: 'created' | 'paid' | 'cancelled'
  payment: Payment | undefined
}

export interface Payment {
  readonly id: string
  readonly amount: number
  readonly refunds: Refund[]
}

export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  readonly receipt: string
}

/** A refusal in the provider’s words; the controls answer it as a conflict. */
export class PaymentError extends RangeError {
  override readonly name = 'PaymentError'
}

/** Links, payments and refunds of the merchant, as long as the sandbox runs. */
export class PaymentStore {
  readonly #links = new Map<string, PaymentLink>()

  /** Throws PaymentError for a reference that was used before. */
  open(request: Pick<PaymentLink, 'referenceId' | 'amount' | 'currency' | 'description' | 'callbackUrl' | 'expireBy'>) {
    if (this.byReference(request.referenceId) !== undefined)
      throw new PaymentError(`payment link with given reference_id: ${request.referenceId} already exists`)
    const link: PaymentLink = { ...request, id: idOf('plink'), status: 'created', payment: undefined }
    this.#links.set(link.id, link)
    return link
  }

  link(id: string): PaymentLink | undefined {
    return this.#links.get(id)
  }

  byReference(referenceId: string): PaymentLink | undefined {
    return this.links().find((link) => link.referenceId === referenceId)
  }

  links(): readonly PaymentLink[] {
    return [...this.#links.values()]
  }

  /** `cancelled` links take no money. `late` is the bank's word that comes after the link has ended: captured all the same. */
  pay(link: PaymentLink, { amount = link.amount, late = false } = {}): Payment {
    if (link.status === 'paid') throw new PaymentError('the link is paid')
    if (!late && statusOf(link) !== 'created') throw new PaymentError(`the link is ${statusOf(link)}`)
    link.payment = { id: idOf('pay'), amount, refunds: [] }
    link.status = 'paid'
    return link.payment
  }

  cancel(link: PaymentLink): void {
    if (statusOf(link) !== 'created')
      throw new PaymentError(`Payment Link cannot be cancelled: it is ${statusOf(link)}`)
    link.status = 'cancelled'
  }

  payment(id: string): Payment | undefined {
    return this.links()
      .map((link) => link.payment)
      .find((payment) => payment?.id === id)
  }

  /** Throws PaymentError beyond what is left of the payment. One `key` is one refund, however often it is asked. */
  refund(payment: Payment, amount: number, key: string): Refund {
    const known = payment.refunds.find((refund) => refund.receipt === key)
    if (known !== undefined) return known
    const left = payment.refunds.reduce((sum, refund) => sum - refund.amount, payment.amount)
    if (amount > left) throw new PaymentError('The refund amount provided is greater than amount captured')
    const refund = { id: idOf('rfnd'), paymentId: payment.id, amount, receipt: key }
    payment.refunds.push(refund)
    return refund
  }
}

/** A link that was not paid in time has expired. */
export function statusOf(link: PaymentLink): PaymentLink['status'] | 'expired' {
  return link.status === 'created' && Date.now() / 1000 >= link.expireBy ? 'expired' : link.status
}

function idOf(kind: string): string {
  return `${kind}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`
}
