// @invariant I11
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { openOf, restOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { isOutstanding } from './call-log.ts'
import { cannotCoverUntil } from './tolerances.ts'
import { accountFactsBetween } from './account-facts-at.ts'
import type { CheckerContext } from './checker-context.ts'
import { soldUnrecorded } from './rejected-rows.ts'
import { TimeLimit } from './time-limit.ts'
import { unitsOfTrade } from './trade-units.ts'
import { isTakenUnseen } from './broker-visibility.ts'

/** A cover leaves within this of the broker's book showing the short. */
const FIRST_MS = 5_000
/** After an attempt the next one follows within this, while units are short. */
const NEXT_MS = 12_000
/** A cover goes by readings of positions and trades no older than this. */
const READ_MS = 6_000
/** After these a process may go by what the broker showed up to a minute ago. */
const OLD_BOOKS: readonly FaultKind[] = [
  'book_stale',
  'store_slow',
  'writes_slow',
  'pool_exhausted',
  'store_down',
  'freeze',
  'frozen_at_commit',
  'frozen_in_tx',
  'suspended',
  'loop_blocked',
]
const OLD_MS = 60_000
/** The broker squares intraday positions off by itself this long before the close. */
const BROKERS_OWN_MS = 10 * 60_000
/** A cover without an answer may still arrive for this long. */
const ARRIVES_MS = 10_000

/** What was short at one moment. */
interface ShortThen {
  readonly at: number
  /** Units that orders of ours sold beyond what orders of ours bought. */
  readonly own: number
  /** Units that orders of ours sold while nothing was held, the user's own sales counted. */
  readonly raced: number
  /** The same where what was converted passes for sold: beside a sale of the user's own it is unknown. */
  readonly most: number
  /** Units that the broker shows short. */
  readonly net: number
}

/**
 * I11: what orders of ours sold short is bought back within 5 s of the broker's book showing it, never for more than is
 * short, and what took a sale of the user's own only where the user chose that.
 */
export class ShortCovering {
  readonly #context: CheckerContext
  readonly #history = new Map<Holding, ShortThen[]>()
  readonly #late = new Map<Holding, TimeLimit>()
  /** From then on the broker takes no intraday order any more and buys back by itself. */
  readonly #lastAt: number

  constructor(context: CheckerContext) {
    this.#context = context
    this.#lastAt = nseCalendar.sessionOn(context.observations.shape.day)!.closesAt - BROKERS_OWN_MS
  }

  /** A purchase leaves that buys back what was sold short. */
  callLog(call: CallRecord): void {
    const { exchangeOrders, callLog, observations, findings, activeFaults } = this.#context
    const { account, leftAt, tag, terms, process } = call
    const holding = exchangeOrders.holding(account, call.tradingsymbol!)
    const say = (why: string) => findings.add('I11', account, `${tag} ${why}`, `the cover ${tag} ${why}`)
    let ahead = 0
    for (const order of holding.liveBuys)
      if (this.#isCover(account, order.tag) && !this.#isHeldAbsent(order, leftAt)) ahead += restOf(order)
    for (const one of callLog.of(account)) {
      if (one === call || one.tradingsymbol !== call.tradingsymbol || one.side !== 'BUY' || !isOutstanding(one))
        continue
      if (!this.#isCover(account, one.tag) || exchangeOrders.findByTag(account, one.tag!) !== undefined) continue
      if (leftAt < one.leftAt + ARRIVES_MS && !activeFaults.clocksMoved && one.process === process)
        say(`left ${leftAt - one.leftAt} ms after ${one.tag}, which may still arrive`)
    }
    const from = leftAt - (activeFaults.struck(account, OLD_BOOKS, leftAt, OLD_MS) ? OLD_MS : READ_MS)
    const facts = accountFactsBetween(observations.facts.get(account)!, from, leftAt)
    const isChosen = facts.some(({ coverManualShorts }) => coverManualShorts)
    const then = this.#since(holding, from)
    const due = Math.max(0, ...then.map((short) => dueOf({ ...short, raced: short.most }, isChosen)))
    const short = Math.max(0, ...then.map(({ net }) => net))
    const required = terms!.quantity + ahead
    if (required > short) say(`makes ${required} units bought back of ${short} that are short`)
    else if (required > due) say(`takes ${required - due} units that a sale of the user's own made short, unasked`)
  }

  /** Judges one holding; answers when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    if (holding.sold === 0) return Number.POSITIVE_INFINITY
    const short = this.#note(holding, now)
    // Most that is sold is not short, and this is asked of every holding after every event.
    if (short.net === 0) {
      this.#late.delete(holding)
      return Number.POSITIVE_INFINITY
    }
    const { account, tradingsymbol } = holding
    const { observations, findings } = this.#context
    const facts = accountFactsBetween(observations.facts.get(account)!, now - FIRST_MS, now)
    const unrecorded = soldUnrecorded(this.#context, holding)
    const due = dueOf(
      { ...short, own: Math.max(0, short.own - unrecorded), raced: Math.max(0, short.raced - unrecorded) },
      facts.every(({ coverManualShorts }) => coverManualShorts),
    )
    if (due < 1 || now >= this.#lastAt || this.#isHeld(holding)) {
      this.#late.delete(holding)
      return Number.POSITIVE_INFINITY
    }
    const attempt = this.#context.callLog
      .of(account)
      .findLast((one) => one.tradingsymbol === tradingsymbol && one.side === 'BUY' && this.#isCover(account, one.tag))
    let timeLimit = this.#late.get(holding)
    if (timeLimit === undefined)
      this.#late.set(holding, (timeLimit = new TimeLimit(now, attempt === undefined ? FIRST_MS : NEXT_MS)))
    else if (attempt !== undefined && attempt.leftAt > timeLimit.since)
      this.#late.set(holding, (timeLimit = new TimeLimit(attempt.leftAt, NEXT_MS)))
    const late = timeLimit
    const tolerated = () => {
      const backAt = this.#context.activeFaults.possibleFrom(late.due)
      return Math.max(
        cannotCoverUntil(this.#context, holding, late.since, late.due, now, late.allowedMs, READ_MS),
        backAt > late.due ? backAt + late.allowedMs : 0,
        // Positions are judged two seconds after the last fill, which the exchange has dated.
        late.since + late.allowedMs + this.#context.leadership.of(account).behindMs(late.since),
      )
    }
    if (timeLimit.isLate(now, tolerated))
      findings.add(
        'I11',
        account,
        `${tradingsymbol} ${late.since}`,
        `${due} units of ${tradingsymbol} that orders of ours sold short were not bought back for ${now - late.since} ms`,
      )
    return timeLimit.isReported ? Number.POSITIVE_INFINITY : timeLimit.due + 1
  }

  /** Whether a position of ours stands in the contract: it is watched as one, and covers wait until it is over. */
  #isHeld(holding: Holding): boolean {
    const { account, tradingsymbol, liveBuys } = holding
    for (const order of liveBuys) if (!this.#isCover(account, order.tag)) return true
    return this.#context.observations.store
      .tradesOf(account)
      .some(
        ({ id, state, contract }) =>
          contract.tradingsymbol === tradingsymbol &&
          (state === 'entering' ||
            ((state === 'open' || state === 'exiting') && unitsOfTrade(this.#context, holding, id) > 0)),
      )
  }

  #isCover(account: string, tag: string | null): boolean {
    return tag !== null && this.#context.intents.byTag(account, tag)?.kind === 'cover'
  }

  /** Held never accepted while no book could show it: I2 judges whether that was proven. */
  #isHeldAbsent(order: OrderLife, now: number): boolean {
    const isHeldSo = this.#context.intents
      .of(order.account)
      .some(({ call, outcome }) => call.type === 'place' && call.order.tag === order.tag && outcome.state === 'absent')
    return isHeldSo && isTakenUnseen(this.#context, order, now)
  }

  #note(holding: Holding, now: number): ShortThen {
    const own = Math.max(0, holding.sold - holding.bought)
    // What was converted is there still, as another product: no sale made it short. Where the user held units of their own
    // besides, it is unknown which of them were converted and which were sold.
    const raced = Math.max(0, -openOf(holding) - holding.convertedInAll)
    const most = Math.max(0, -openOf(holding))
    const net = Math.max(0, -holding.net)
    let history = this.#history.get(holding)
    if (history === undefined) this.#history.set(holding, (history = []))
    const last = history.at(-1)
    if (last !== undefined && last.own === own && last.raced === raced && last.most === most && last.net === net)
      return last
    const short = { at: now, own, raced, most, net }
    history.push(short)
    return short
  }

  /** What was short at some moment from `from` on. */
  #since(holding: Holding, from: number): readonly ShortThen[] {
    const history = this.#history.get(holding) ?? []
    return history.filter((_, i) => (history[i + 1]?.at ?? Number.POSITIVE_INFINITY) > from)
  }
}

function dueOf({ own, raced, net }: ShortThen, isChosen: boolean): number {
  return Math.min(net, isChosen ? Math.max(own, raced) : own)
}
