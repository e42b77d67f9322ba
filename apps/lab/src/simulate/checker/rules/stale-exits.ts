import { CONTRACTS } from '../../session/contracts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'

/** A quote older than this steers nothing; its call may have been claimed two seconds before it left, and waited four more. */
const QUOTE_AGE_MS = 10_000
const CLAIM_MS = 6_000

/** I1: an exit without a current price is a market order. */
export class StaleExits {
  readonly #context: CheckerContext
  readonly #silences: { readonly token: number | null; readonly from: number; until: number }[] = []

  constructor(context: CheckerContext) {
    this.#context = context
  }

  silenced(token: number | null, from: number, until: number): void {
    this.#silences.push({ token, from, until })
  }

  faultsCleared(now: number): void {
    for (const silence of this.#silences) silence.until = Math.min(silence.until, now)
  }

  callLog(call: CallRecord): void {
    if (call.terms?.kind !== 'LIMIT' || call.side === 'BUY') return
    const name = call.tradingsymbol ?? this.#context.exchangeOrders.orders.get(call.orderId!)?.tradingsymbol
    const token = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === name)?.token
    const isBlind = this.#silences.some(
      (one) =>
        (one.token === null || one.token === token) &&
        call.leftAt > one.from + QUOTE_AGE_MS + CLAIM_MS &&
        call.leftAt <= one.until,
    )
    if (isBlind && !this.#context.activeFaults.clocksMoved)
      this.#context.findings.add(
        'I1',
        call.account,
        `${call.leftAt}`,
        `an exit in ${name} left at a price older than ten seconds`,
      )
  }
}
