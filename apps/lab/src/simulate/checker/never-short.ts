// @invariant I11 The account is never net short in a contract traded today, and open sales never exceed what is
//   held.
import { openOf, restOf, type Holding, type OrderLife } from './books.ts'
import { unmendableShortUntil, unmendableUntil, unreadableUntil } from './impossible.ts'
import { isNotified } from './notified.ts'
import type { Parts } from './parts.ts'
import { isLeftAlone, isWhollyLeftAlone } from './set-aside.ts'
import { Stretch } from './stretch.ts'
import { REACTION_MS } from './troubles.ts'
import { hadUnconfirmedSale } from './unconfirmed.ts'

/** A late extra order is cancelled, and what outlived its trade is swept, within this of a fresh book. */
const EXTRA_MS = 5_000
/** What the user did is noticed by poll within this. */
const BY_HAND_MS = 10_000
/** A short is reported from a reading of the positions that begins two seconds after the last fill. */
const SHORT_MS = 8_000
export const SHORT_ALARMS = new Set(['short', 'short_by_hand', 'oversold'])

type Cause = 'hand' | 'double' | 'stray'

/** More on sale than is held. */
interface Excess {
  readonly cause: Cause
  readonly stretch: Stretch
  /** Whether nothing but cancels the exchange took, and has not carried out, stood in the way when last looked at. */
  isGoing: boolean
}

/**
 * I11: net of our orders never below zero, and our open sales never for more than is held. Two things may make it so for
 * a while: a protection sent twice out of doubt (I2: the extra one goes within 5 s), and a sale by the user's own hand
 * (I13: the stop is fitted within 10 s). I12: nothing of ours stays live where nothing is held.
 */
export class NeverShort {
  readonly #parts: Parts
  readonly #short = new Map<Holding, Stretch>()
  /** What had been sold when a contract was last judged for being short: each sale is judged as it happens. */
  readonly #soldThen = new Map<Holding, number>()
  readonly #excess = new Map<Holding, Excess>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Judges one holding; answers when time alone may change the verdict. */
  judge(holding: Holding, now: number): number {
    this.#checkNet(holding)
    const shortDue = this.#checkTold(holding, now)
    let sells = 0
    let going = 0
    for (const order of holding.liveSells) {
      sells += restOf(order)
      if (isGoing(order)) going += restOf(order)
    }
    // Sold and bought back by hand: nobody can tell those units from ours, and they are there.
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
      excess = { cause, stretch: new Stretch(now, cause === 'hand' ? BY_HAND_MS : EXTRA_MS), isGoing: false }
      this.#excess.set(holding, excess)
      if (cause === 'double' && !this.#wasInDoubt(holding, now))
        this.#say('I11', holding, now, `open sales of ${sells} for ${openOf(holding)} held, without any doubt`)
    }
    excess.isGoing = sells - going <= Math.max(0, held)
    this.#check(holding, excess, now)
    return Math.min(shortDue, excess.stretch.isReported ? Number.POSITIVE_INFINITY : excess.stretch.due + 1)
  }

  /** The user of an account that is short in a contract we bought is notified before long, whoever sold, or it is short no more. */
  #checkTold(holding: Holding, now: number): number {
    let stretch = this.#short.get(holding)
    if (holding.net >= 0 || holding.bought === 0) {
      if (stretch !== undefined) this.#short.delete(holding)
      return Number.POSITIVE_INFINITY
    }
    if (stretch === undefined) this.#short.set(holding, (stretch = new Stretch(now, SHORT_MS)))
    const { account, tradingsymbol } = holding
    const late = stretch
    const excused = () =>
      Math.max(
        unmendableShortUntil(this.#parts, holding, late.since, late.due, now, SHORT_MS),
        isWhollyLeftAlone(this.#parts, holding) ? now + SHORT_MS : 0,
      )
    if (stretch.isLate(now, excused)) {
      if (!isNotified(this.#parts, account, SHORT_ALARMS, tradingsymbol))
        this.#say('I11', holding, late.since, `${-holding.net} units of ${tradingsymbol} are short, and no alarm`)
    }
    return stretch.isReported ? Number.POSITIVE_INFINITY : stretch.due + 1
  }

  #checkNet(holding: Holding): void {
    if (holding.sold <= holding.bought || (this.#soldThen.get(holding) ?? 0) >= holding.sold) return
    this.#soldThen.set(holding, holding.sold)
    const excess = this.#excess.get(holding)
    // The price of being protected twice out of doubt; the extra order had no time to go.
    if (excess !== undefined || holding.liveSells.size > 0) return
    if (this.#wasInDoubt(holding, this.#parts.evidence.time.now)) return
    this.#say('I11', holding, holding.filledAt, `sold ${holding.sold} of ${holding.bought} bought`)
  }

  #causeOf(holding: Holding, now: number): Cause {
    // Sold by hand just now, or earlier without our having noticed yet.
    if (holding.handAt === now || (holding.cutByHand > 0 && holding.handAt >= holding.filledAt)) return 'hand'
    return openOf(holding) <= 0 ? 'stray' : 'double'
  }

  /** Whether the program could not know of a sale of ours: its answer was lost and no row has it, or it is not confirmed. */
  #wasInDoubt(holding: Holding, now: number): boolean {
    return holding.handAt > now - BY_HAND_MS || hadUnconfirmedSale(this.#parts, holding, now)
  }

  #check(holding: Holding, { cause, stretch, isGoing: wasGoing }: Excess, now: number): void {
    const { tradingsymbol } = holding
    // The time counts from a fresh book; and from the exchange's last word on a cancel that it has taken.
    const excused = () =>
      Math.max(
        unmendableUntil(this.#parts, holding, stretch.due, now, stretch.allowedMs),
        wasGoing || isLeftAlone(this.#parts, holding) ? now + stretch.allowedMs : 0,
        cause === 'hand' ? this.#shownLateUntil(holding, stretch.since, now) : 0,
      )
    if (!stretch.isLate(now, excused)) return
    const lasted = `for ${now - stretch.since} ms`
    if (cause === 'hand')
      this.#say(
        'I13',
        holding,
        stretch.since,
        `the stop in ${tradingsymbol} was not fitted to a sale by hand ${lasted}`,
      )
    else if (cause === 'stray')
      this.#say(
        'I12',
        holding,
        stretch.since,
        `an order of ours stayed live in ${tradingsymbol} with nothing held ${lasted}`,
      )
    else this.#say('I2', holding, stretch.since, `an extra order in ${tradingsymbol} was not cancelled ${lasted}`)
  }

  /** Until when what the user sold at `since` need not be answered, as the rows had it late: no book that could be read showed it. */
  #shownLateUntil(holding: Holding, since: number, now: number): number {
    const { account, tradingsymbol, cutByHand } = holding
    const shownBy = unreadableUntil(this.#parts, holding, since + REACTION_MS, now)
    return Math.min(this.#parts.rowTimes.soldByHandAt(account, tradingsymbol, cutByHand), shownBy) + REACTION_MS
  }

  #say(invariant: string, { account, tradingsymbol }: Holding, about: number, text: string): void {
    this.#parts.findings.add(invariant, account, `${tradingsymbol} ${about}`, text)
  }
}

/**
 * Whether a cancel of it was taken, by us or by hand, and is not carried out: for as long as the exchange takes (fault F10)
 * nobody can do more, and a position whose price is through its stop is sold beside it (B1).
 */
function isGoing({ status }: OrderLife): boolean {
  return status === 'CANCEL PENDING'
}
