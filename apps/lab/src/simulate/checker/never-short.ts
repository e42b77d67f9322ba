// @invariant I11 The account is never net short in a contract traded today, and open sales never exceed what is
//   held.
import { openOf, restOf, type Holding, type OrderLife } from './exchange-orders.ts'
import { unreadableUntil } from './book-and-store-times.ts'
import { cannotCoverUntil, cannotProtectUntil } from './tolerances.ts'
import { isNotified } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'
import { isLeftAlone, isWhollyLeftAlone } from './rejected-rows.ts'
import { TimeLimit } from './time-limit.ts'
import { REACTION_MS } from './active-faults.ts'
import { hadUnconfirmedSale } from './unconfirmed.ts'

/** A late extra order is cancelled, and what outlived its trade is swept, within this of a fresh book. */
const EXTRA_MS = 5_000
/** What the user did is noticed by poll within this. */
const MANUAL_SEEN_MS = 10_000
/** A short is reported from a reading of the positions that begins two seconds after the last fill. */
const SHORT_MS = 8_000
export const SHORT_ALARMS = new Set(['short', 'manual_short', 'oversold'])

type Cause = 'hand' | 'double' | 'stray'

/** More on sale than is held. */
interface Excess {
  readonly cause: Cause
  readonly timeLimit: TimeLimit
  /** Whether nothing but cancels the exchange took, and has not carried out, stood in the way when last checked. */
  isGoing: boolean
}

/**
 * I11: net of our orders never below zero, and our open sales never for more than is held. Two things may make it so for
 * a while: a protection sent twice out of doubt (I2: the extra one goes within 5 s), and a manual sale of the user
 * (I13: the stop is fitted within 10 s). I12: nothing of ours stays live where nothing is held.
 */
export class NeverShort {
  readonly #context: CheckerContext
  readonly #short = new Map<Holding, TimeLimit>()
  /** What had been sold when a contract was last judged for being short: each sale is judged as it happens. */
  readonly #soldThen = new Map<Holding, number>()
  readonly #excess = new Map<Holding, Excess>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  /** Judges one holding; answers when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    this.#checkNet(holding)
    const shortDue = this.#checkNotified(holding, now)
    let sells = 0
    let going = 0
    for (const order of holding.liveSells) {
      sells += restOf(order)
      if (isGoing(order)) going += restOf(order)
    }
    // Sold and bought back manually: those units cannot be distinguished from ours, and they are there.
    const held = Math.max(openOf(holding), Math.min(holding.net, holding.bought - holding.sold))
    const isExcess = sells > Math.max(0, held)
    let excess = this.#excess.get(holding)
    if (!isExcess) {
      if (excess !== undefined) {
        this.#check(holding, excess, now)
        this.#excess.delete(holding)
      }
      return shortDue
    }
    if (excess === undefined) {
      const cause = this.#causeOf(holding, now)
      excess = { cause, timeLimit: new TimeLimit(now, cause === 'hand' ? MANUAL_SEEN_MS : EXTRA_MS), isGoing: false }
      this.#excess.set(holding, excess)
      if (cause === 'double' && !this.#wasInDoubt(holding, now))
        this.#report('I11', holding, now, `open sales of ${sells} for ${openOf(holding)} held, without any doubt`)
    }
    excess.isGoing = sells - going <= Math.max(0, held)
    this.#check(holding, excess, now)
    return Math.min(shortDue, excess.timeLimit.isReported ? Number.POSITIVE_INFINITY : excess.timeLimit.due + 1)
  }

  /** The user of an account that is short in a contract we bought is notified before long, no matter who sold, or it is no longer short. */
  #checkNotified(holding: Holding, now: number): number {
    let timeLimit = this.#short.get(holding)
    if (holding.net >= 0 || holding.bought === 0) {
      if (timeLimit !== undefined) this.#short.delete(holding)
      return Number.POSITIVE_INFINITY
    }
    if (timeLimit === undefined) this.#short.set(holding, (timeLimit = new TimeLimit(now, SHORT_MS)))
    const { account, tradingsymbol } = holding
    const late = timeLimit
    const tolerated = () =>
      Math.max(
        cannotCoverUntil(this.#context, holding, late.since, late.due, now, SHORT_MS),
        isWhollyLeftAlone(this.#context, holding) ? now + SHORT_MS : 0,
      )
    if (timeLimit.isLate(now, tolerated)) {
      if (!isNotified(this.#context, account, SHORT_ALARMS, tradingsymbol))
        this.#report('I11', holding, late.since, `${-holding.net} units of ${tradingsymbol} are short, and no alarm`)
    }
    return timeLimit.isReported ? Number.POSITIVE_INFINITY : timeLimit.due + 1
  }

  #checkNet(holding: Holding): void {
    if (holding.sold <= holding.bought || (this.#soldThen.get(holding) ?? 0) >= holding.sold) return
    this.#soldThen.set(holding, holding.sold)
    const excess = this.#excess.get(holding)
    // The price of being protected twice out of doubt; the extra order had no time to go.
    if (excess !== undefined || holding.liveSells.size > 0) return
    if (this.#wasInDoubt(holding, this.#context.observations.time.now)) return
    this.#report('I11', holding, holding.filledAt, `sold ${holding.sold} of ${holding.bought} bought`)
  }

  #causeOf(holding: Holding, now: number): Cause {
    // Sold manually just now, or earlier without our having noticed yet.
    if (holding.manualTradeAt === now || (holding.manuallySold > 0 && holding.manualTradeAt >= holding.filledAt))
      return 'hand'
    return openOf(holding) <= 0 ? 'stray' : 'double'
  }

  /** Whether the program could not know of a sale of ours: its answer was lost and no row has it, or it is not confirmed. */
  #wasInDoubt(holding: Holding, now: number): boolean {
    return holding.manualTradeAt > now - MANUAL_SEEN_MS || hadUnconfirmedSale(this.#context, holding, now)
  }

  #check(holding: Holding, { cause, timeLimit, isGoing: wasGoing }: Excess, now: number): void {
    const { tradingsymbol } = holding
    // The time counts from a fresh book; and from the exchange's last word on a cancel that it has taken.
    const tolerated = () =>
      Math.max(
        cannotProtectUntil(this.#context, holding, timeLimit.due, now, timeLimit.allowedMs),
        wasGoing || isLeftAlone(this.#context, holding) ? now + timeLimit.allowedMs : 0,
        cause === 'hand' ? this.#shownLateUntil(holding, timeLimit.since, now) : 0,
      )
    if (!timeLimit.isLate(now, tolerated)) return
    const lasted = `for ${now - timeLimit.since} ms`
    if (cause === 'hand')
      this.#report(
        'I13',
        holding,
        timeLimit.since,
        `the stop in ${tradingsymbol} was not fitted to a manual sale ${lasted}`,
      )
    else if (cause === 'stray')
      this.#report(
        'I12',
        holding,
        timeLimit.since,
        `an order of ours stayed live in ${tradingsymbol} with nothing held ${lasted}`,
      )
    else this.#report('I2', holding, timeLimit.since, `an extra order in ${tradingsymbol} was not cancelled ${lasted}`)
  }

  /** Until when what the user sold at `since` need not be answered, as the rows had it late: no book that could be read showed it. */
  #shownLateUntil(holding: Holding, since: number, now: number): number {
    const { account, tradingsymbol, manuallySold } = holding
    const shownBy = unreadableUntil(this.#context, holding, since + REACTION_MS, now)
    return Math.min(this.#context.rowTimes.manuallySoldAt(account, tradingsymbol, manuallySold), shownBy) + REACTION_MS
  }

  #report(invariant: string, { account, tradingsymbol }: Holding, about: number, text: string): void {
    this.#context.findings.add(invariant, account, `${tradingsymbol} ${about}`, text)
  }
}

/**
 * Whether a cancel of it was accepted, ours or the user's, and is not carried out: for as long as the exchange takes (fault F10)
 * no more can be done, and a position whose price is through its stop is sold beside it (B1).
 */
function isGoing({ status }: OrderLife): boolean {
  return status === 'CANCEL PENDING'
}
