import type { CallRecord } from '../environment/broker-records.ts'

const NONE: readonly CallRecord[] = []

/** The order calls that left, by account. */
export class CallLog {
  readonly #byAccount = new Map<string, CallRecord[]>()
  readonly #tags = new Set<string>()
  readonly #cancels = new Set<string>()
  readonly #leftAt = new Map<string, number>()

  /** `intentId`: of the intent by which it leaves; undefined: no row has it. */
  take(call: CallRecord, intentId: string | undefined): void {
    const calls = this.#byAccount.get(call.account)
    if (calls === undefined) this.#byAccount.set(call.account, [call])
    else calls.push(call)
    if (call.kind === 'cancel') this.#cancels.add(call.orderId!)
    if (intentId !== undefined) this.#leftAt.set(`${call.account} ${intentId}`, call.leftAt)
    if (call.tag !== null) this.#tags.add(`${call.account} ${call.tag}`)
  }

  of(account: string): readonly CallRecord[] {
    return this.#byAccount.get(account) ?? NONE
  }

  hasTag(account: string, tag: string): boolean {
    return this.#tags.has(`${account} ${tag}`)
  }

  /** Whether a call left by this intent: instants cannot report it, for its row is dated by the account's clock. */
  hasIntent(account: string, id: string): boolean {
    return this.leftAt(account, id) !== undefined
  }

  /** When the call of this intent left, in the time that really passed; undefined: none did. */
  leftAt(account: string, id: string): number | undefined {
    return this.#leftAt.get(`${account} ${id}`)
  }

  /** Whether we ever asked for this order to be cancelled. */
  hasCancel(orderId: string): boolean {
    return this.#cancels.has(orderId)
  }
}

/** No process can know yet whether it was accepted. */
export function isOutstanding(call: CallRecord): boolean {
  return call.answer === undefined || call.answer.type === 'in_doubt'
}
