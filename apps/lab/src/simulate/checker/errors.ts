import { rendererOf } from '@strikewise/messages/node.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { AlarmRecord } from '../environment/environment.ts'
import { OF_STORE } from './book-and-store-times.ts'
import type { CheckerContext } from './checker-context.ts'
import { unitsOfTrade } from './trade-units.ts'
import { REACTION_MS } from './active-faults.ts'

/** What the simulated store and disk show when they fail: a turn that ends with one of these is no fault of the program. */
const STORE_ERROR_TEXTS = [
  'the store is down',
  'the store gave up',
  'the store did not answer',
  // Its server was replaced, and newest rows lost, while a transaction was open.
  'the store went away',
  'the process is gone',
  'no connection to the store was free',
  'ENOSPC',
]
/** What the program shows where it cannot begin another day, for the store has not taken all of the one before. */
const UNWRITTEN = 'the store has not taken what is known yet'
/** After these another process may lead, were there only one place to run. */
const TAKING_OVER: readonly FaultKind[] = [
  'freeze',
  'frozen_at_commit',
  'frozen_in_tx',
  'store_down',
  'pool_exhausted',
  'deploy',
  'crash',
  'crash_offline',
  'crash_while_sending',
  'loop_blocked',
]
/** Signs that the program itself broke: turns that failed, events that no trade can take, alarms that must never be. */
export class Errors {
  readonly #context: CheckerContext

  constructor(context: CheckerContext) {
    this.#context = context
  }

  alarmed({ account, code, message, at }: AlarmRecord): void {
    const { observations, exchangeOrders, findings, activeFaults } = this.#context
    const say = (why: string) => {
      const text = rendererOf('en').text(message)
      findings.add('error', account, `${code} ${text}`, `alarm ${code}: ${text}${why}`)
    }
    const reason = message.code === 'alarm.turn_failed' ? message.reason : ''
    const isOfStore =
      STORE_ERROR_TEXTS.some((known) => reason.includes(known)) ||
      (reason === UNWRITTEN && activeFaults.struckSince(account, OF_STORE, at - REACTION_MS))
    if (code === 'turn_failed' && !isOfStore) say('')
    if (
      code === 'taken_over' &&
      observations.shape.executors === 1 &&
      !activeFaults.struck(account, TAKING_OVER, at, 60_000)
    )
      say(' though no other process leads')
    if (code === 'short') {
      // By its own orders and others' sales together, more of a trade was sold than it bought; or of the contract, by
      // another party that sold while our own sale could not be seen.
      const isTrue = observations.store.tradesOf(account).some(({ id, contract }) => {
        const holding = exchangeOrders.holding(account, contract.tradingsymbol)
        return holding.wasShort || unitsOfTrade(this.#context, holding, id) < 0
      })
      if (!isTrue) say(' though the exchange shows none')
    }
    if (code === 'budget_used_up' || (code === 'not_reconciled' && !this.#isSettled(account))) say('')
  }

  /** Whether the exchange paid out something of the account at expiry: no trade of ours shows how that ended. */
  #isSettled(account: string): boolean {
    return this.#context.exchangeOrders.holdings.values().some((one) => one.account === account && one.settled > 0)
  }

  end(): void {
    const { observations, findings } = this.#context
    for (const [name, count] of observations.counts)
      if (name.startsWith('illegal_trade_event')) findings.add('error', null, name, `${name}: ${count}`)
  }
}
