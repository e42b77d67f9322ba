// @invariant impossible-state-locks An impossible state (a second order for a request, more bought than asked,
//   short, oversold) blocks entries for the day and raises an alarm.
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import { openQuantityOf } from '../order/order.ts'
import type { Observer } from '../ports.ts'
import { liveSells } from '../trade/sell-orders.ts'
import type { Trade } from '../trade/trade.ts'
import type { Alarms } from '../persist/alarms.ts'
import { breachLocks } from '../persist/invariant-locks.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { dayLockNotification } from '../persist/trade-notifications.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** More on sale than is held may last this long: a stop sent twice in doubt, or a manual sale, is being put right. */
const OVERSOLD_MS = 10_000

/**
 * What must never be, watched while trading (reliability guide §3.14). A breach stops the account's entries until the
 * next session, keeps its exits, and raises an alarm.
 */
export class Invariants {
  readonly #alarms: Alarms
  readonly #observer: Observer
  readonly #oversoldSince = new Map<string, EpochMs>()

  constructor(alarms: Alarms, observer: Observer) {
    this.#alarms = alarms
    this.#observer = observer
  }

  /** Looks at one trade; answers when time alone may make it a breach. */
  check(unitOfWork: AccountUnitOfWork, view: TradeSnapshot, now: EpochMs): EpochMs | undefined {
    const { trade } = view
    const contract = contractRef(trade.contract)
    if (view.bought > trade.quantity)
      this.broken(
        unitOfWork,
        { code: 'alarm.overbought', contract, bought: view.bought, wanted: trade.quantity },
        trade,
        now,
      )
    let offered = 0
    for (const order of liveSells(view)) offered += openQuantityOf(order)
    if (offered <= Math.max(0, view.open)) {
      this.#oversoldSince.delete(trade.id)
      return undefined
    }
    const since = this.#oversoldSince.get(trade.id) ?? now
    this.#oversoldSince.set(trade.id, since)
    const until = (since + OVERSOLD_MS) as EpochMs
    if (now < until) return until
    this.broken(unitOfWork, { code: 'alarm.oversold', contract, offered, held: view.open }, trade, now)
    return undefined
  }

  /** Raises the alarm of a broken invariant, once a day, trade and short code, and holds the account's entries. */
  broken(unitOfWork: AccountUnitOfWork, alarm: RaisedAlarm, trade: Trade | undefined, now: EpochMs): void {
    this.#alarms.raise(unitOfWork, alarm, trade, now)
    // Whatever kind of link it happened on: it is our books that cannot be relied on.
    const locks = breachLocks(unitOfWork.state, now)
    for (const lock of locks) {
      unitOfWork.put({ type: 'lock', lock })
      unitOfWork.notify(dayLockNotification(unitOfWork.userId, unitOfWork.account, lock, unitOfWork.broker.names))
    }
    if (locks.length > 0) this.#observer.count('invariant_broken', { code: reasonOf(alarm.code) })
  }

  forget(): void {
    this.#oversoldSince.clear()
  }
}
