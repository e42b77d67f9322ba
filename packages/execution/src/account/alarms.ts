import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Observer } from '../ports.ts'
import type { Trade } from '../trade/trade.ts'
import type { Ledger } from './ledger.ts'

/**
 * Raises each alarm once a day, trade and code: as a row, a note to the user and a call to whoever watches. Of an alarm that
 * grows, once for each stage: for each of the orders that it names, for each number of units.
 */
export class Alarms {
  readonly #observer: Observer
  /** Those of one day: what was told on an earlier one is never asked about again. */
  readonly #raised = new Set<string>()
  #on: string | undefined

  constructor(observer: Observer) {
    this.#observer = observer
  }

  /** `stage`: the newest order that the alarm names, or how many units it is about; left out: it does not grow. */
  raise(ledger: Ledger, code: string, trade: Trade | undefined, text: string, now: EpochMs, stage?: string): void {
    if (ledger.state.on !== this.#on) this.#raised.clear()
    this.#on = ledger.state.on
    const suffix = stage === undefined ? '' : `/${stage}`
    const key = `${ledger.state.on}/${code}/${trade?.id ?? ''}${suffix}`
    if (this.#raised.has(key)) return
    this.#raised.add(key)
    ledger.put({ type: 'alarm', code, tradeId: trade?.id ?? null, text })
    ledger.note({
      userId: ledger.userId,
      kind: 'alarm',
      key: `alarm/${ledger.account}/${key}`,
      at: now,
      symbol: trade?.contract.symbol ?? null,
      text,
    })
    this.#observer.alarm(ledger.account, code, text)
  }
}
