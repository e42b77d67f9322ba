import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Observer } from '../ports.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

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
  raise(
    unitOfWork: AccountUnitOfWork,
    code: string,
    trade: Trade | undefined,
    text: string,
    now: EpochMs,
    stage?: string,
  ): void {
    if (unitOfWork.state.on !== this.#on) this.#raised.clear()
    this.#on = unitOfWork.state.on
    const suffix = stage === undefined ? '' : `/${stage}`
    const key = `${unitOfWork.state.on}/${code}/${trade?.id ?? ''}${suffix}`
    if (this.#raised.has(key)) return
    this.#raised.add(key)
    unitOfWork.put({ type: 'alarm', code, tradeId: trade?.id ?? null, text })
    unitOfWork.notify({
      userId: unitOfWork.userId,
      kind: 'alarm',
      key: `alarm/${unitOfWork.account}/${key}`,
      at: now,
      symbol: trade?.contract.symbol ?? null,
      message: legacyText(text),
    })
    this.#observer.alarm(unitOfWork.account, code, text)
  }
}
