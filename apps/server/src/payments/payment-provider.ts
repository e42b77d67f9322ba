import type { Paise } from '@strikewise/domain/money/paise.ts'

interface Provider {
  readonly name: string
  /** Shown on the payment page. */
  readonly note: string
  /** Pays back. The same `key` is one refund, however often it is asked for. Throws PaymentTrouble. */
  refund(order: {
    readonly key: string
    readonly payment: string
    readonly amount: Paise
  }): Promise<{ reference: string }>
}

/** Takes money in one call. A charge with the same key is made once, however often it is asked for. */
export interface InstantProvider extends Provider {
  readonly kind: 'instant'
  /** Resolves with the provider's reference once the money is confirmed; rejects when it is not. */
  charge(request: { key: string; userId: string; amount: Paise }): Promise<{ reference: string }>
}

export interface CheckoutOrder {
  /** Ours: the provider opens one checkout for it, however often it is asked. */
  readonly key: string
  readonly amount: Paise
  readonly description: string
  /** Where the buyer's browser goes once paid. Carries no proof: what it shows is looked up. */
  readonly returnUrl: string
}

/** What the provider shows of a checkout. */
export type CheckoutStatus =
  | { readonly state: 'open' }
  /** It expired or was cancelled: it is not paid. */
  | { readonly state: 'gone' }
  | {
      readonly state: 'paid'
      readonly key: string
      readonly payment: string
      readonly amount: number
      readonly currency: string
    }

/**
 * Takes money on a page of its own, so what happened there is only known by looking: `look` is the one truth, and events,
 * redirects and time only show when to. Every call throws PaymentTrouble while the provider does not answer.
 */
export interface HostedProvider extends Provider {
  readonly kind: 'hosted'
  createCheckout(order: CheckoutOrder): Promise<{ reference: string; url: string }>
  fetchStatus(reference: string): Promise<CheckoutStatus>
  /** Takes no more money for a checkout. One that is paid or gone stays so. */
  cancel(reference: string): Promise<void>
  /** The checkout an event is about; undefined for one of another kind. Throws PaymentTrouble when it is not the provider's. */
  checkoutOf(event: { readonly body: string; readonly signature: string }): string | undefined
}

export type PaymentProvider = InstantProvider | HostedProvider

/**
 * The provider did not do as asked. `final`: the same call gets the same answer. `answered`: it did answer, with a refusal or
 * with what we cannot read.
 */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly final: boolean
  readonly answered: boolean

  constructor(message: string, final: boolean, options: ErrorOptions & { readonly answered?: boolean } = {}) {
    super(message, options)
    this.final = final
    this.answered = options.answered ?? final
  }
}

/** The provider of test systems: confirms everything and charges nothing (specification §1). */
export const mockPayments: InstantProvider = {
  kind: 'instant',
  name: 'mock',
  note: 'This is a mock payment gateway for testing. Nothing is charged.',
  charge: async ({ key }) => ({ reference: `mock-${key}` }),
  refund: async ({ key }) => ({ reference: `mock-refund-${key}` }),
}
