import type { DecidingWeights, OperatorText } from '../families/operator.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `operator`. */
export const operatorUnits: UnitsOf<OperatorText | DecidingWeights> = {
  'operator.rolled_back': {
    version: 'day',
    brier: 'decimal',
    coin: 'decimal',
    sessions: 'count',
    labels: 'count',
    from: 'day',
    instead: 'message',
  },
  'operator.weights_default': {},
  'operator.weights_version': { version: 'day' },
  'operator.doubt.other_checkout': { payment: 'text' },
  'operator.doubt.currency': { currency: 'text', payment: 'text' },
  'operator.doubt.amount': { paid: 'paise', asked: 'paise', payment: 'text' },
  'operator.doubt.erased': { payment: 'text' },
  'operator.doubt.fee_cap': { cap: 'paise', payment: 'text' },
  'operator.refund_refused': { reason: 'text' },
  'operator.refund_other_provider': { paidBy: 'text', now: 'text' },
  'operator.logic_open': { version: 'day', hash: 'text' },
  'operator.erasure_pause': {},
  'operator.payment_note.mock': {},
  'operator.payment_description': { plan: 'label:plan', billing: 'label:billing' },
  'operator.payment_note.razorpay': { provider: 'text' },
}
