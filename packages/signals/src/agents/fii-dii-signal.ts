// @invariant low-frequency-inputs What arrives more slowly than ticks counts from its publication.
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { withRemainder, type AgentOutput, type AgentExplanation } from './agent-output.ts'
import { longShareOf, type FiiDiiRow } from './fii-dii-row.ts'
import type { FlowCode as Code, FlowsReason as Message } from '../registry/definitions/fii-dii-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

/** The exchange publishes the day's cash figures at about this hour. */
const PUBLISHED_HOUR = 19

/** How unusual one figure is: its value, and its z against the days before; NaN where not known. */
interface Part {
  readonly value: number
  readonly z: number
}
const UNKNOWN: Part = { value: Number.NaN, z: Number.NaN }

/**
 * What institutions did on the last published day (signals reference §1.7). A row counts from the instant each half of
 * it was published, so rows may be handed over long before. Flows mostly follow returns: the weight stays low.
 */
export class FiiDiiSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  /** When the newest figure used was published. */
  asOf = 0 as EpochMs
  /** Weighted z, -1 … 1, before the threshold and without what headlines add. */
  score = 0
  readonly #params: SignalParams['flows']
  readonly #sentimentEffect: number
  readonly #sessions: number
  readonly #calendar: TradingCalendar
  /** By day, oldest first. */
  #rows: FiiDiiRow[] = []
  /** The next instant at which a row becomes known. */
  #nextAt = Number.POSITIVE_INFINITY
  #current: FiiDiiRow | undefined
  #fii = UNKNOWN
  #dii = UNKNOWN
  #share = UNKNOWN
  /** Share of the days before with a lower long share. */
  #sharePercentile = Number.NaN
  #span: { readonly validUntil: EpochMs; readonly staleAt: EpochMs } | undefined
  /** -1 … 1; null: too few headlines. */
  #sentiment: number | null = null

  constructor(params: SignalParams, calendar: TradingCalendar) {
    this.#params = params.flows
    this.#sentimentEffect = params.sentiment.effect
    this.#sessions = params.ttl.flowSessions
    this.#calendar = calendar
  }

  /** Until the next publication is due, and until too many sessions went by without one. */
  get span(): { readonly validUntil: EpochMs; readonly staleAt: EpochMs } | undefined {
    return this.#span
  }

  get ready(): boolean {
    return this.#fii.z === this.#fii.z || this.#dii.z === this.#dii.z || this.#share.z === this.#share.z
  }

  /** Takes rows in, in any order; a row of a day that is there replaces it. */
  addRow(rows: readonly FiiDiiRow[]): void {
    const byDay = new Map(this.#rows.map((row) => [row.day, row]))
    for (const row of rows) byDay.set(row.day, row)
    this.#rows = [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
    this.#nextAt = 0
  }

  /** Whether a row becomes known by `now` that was not: `update` is due. One comparison, for every second. */
  isDue(now: EpochMs): boolean {
    return now >= this.#nextAt
  }

  /** Reads the newest row that is published by `now`. */
  update(now: EpochMs): void {
    const known = this.#rows.flatMap((row) => knownAt(row, now))
    this.#nextAt = this.#nextPublication(now)
    this.#current = known.at(-1)
    if (this.#current === undefined) return
    this.#measure(known)
    this.#weigh()
    const { day, cashPublishedAt, positionsPublishedAt } = this.#current
    this.asOf = Math.max(cashPublishedAt, positionsPublishedAt ?? 0) as EpochMs
    const next = this.#calendar.nextTradingDay(day)
    this.#span = { validUntil: istInstant(next, PUBLISHED_HOUR), staleAt: this.#closeAfter(day) }
  }

  /** What headlines report, -1 … 1; null: nothing. It changes strength a little and never takes a side of its own. */
  setSentiment(sentiment: number | null): void {
    this.#sentiment = sentiment
    this.#weigh()
  }

  /** What was last received. */
  get sentiment(): number | null {
    return this.#sentiment
  }

  explanation(): AgentExplanation<Code, Message> {
    const count = this.#rows.length
    const inputs = this.asOf === 0 ? [] : [{ input: 'flows' as const, asOf: this.asOf, count }]
    const sentiment = this.#sentiment === null ? {} : { sentiment: this.#sentiment }
    if (!this.ready) {
      const needed = this.#params.minRows + 1
      const message = { code: 'flows.warm_up', known: count, needed } as const
      const reason = { code: 'warm_up', message, value: count, threshold: needed, effect: 0 } as const
      return { inputs, reasons: [reason], ...sentiment }
    }
    const signed = this.bias === 'bullish' ? this.strength : this.bias === 'bearish' ? -this.strength : 0
    return {
      inputs,
      reasons: withRemainder(this.#reasons(), signed, {
        code: 'below_threshold',
        message: { code: 'flows.below_threshold', score: this.score, needed: this.#params.bias },
        value: Math.abs(this.score),
        threshold: this.#params.bias,
      }),
      components: this.#components(),
      ...sentiment,
    }
  }

  #nextPublication(now: EpochMs): number {
    let next = Number.POSITIVE_INFINITY
    for (const { cashPublishedAt, positionsPublishedAt } of this.#rows)
      for (const at of [cashPublishedAt, positionsPublishedAt ?? 0]) if (at > now && at < next) next = at
    return next
  }

  #measure(known: readonly FiiDiiRow[]): void {
    const part = (values: readonly number[]): Part => ({ value: values.at(-1)!, z: this.#zOf(values) })
    const shares = known.map(longShareOf)
    this.#fii = part(known.map((row) => row.fiiNet ?? Number.NaN))
    this.#dii = part(known.map((row) => row.diiNet ?? Number.NaN))
    this.#share = part(shares.map((share, i) => share - (shares[i - 1] ?? Number.NaN)))
    const before = this.#before(shares)
    const now = shares.at(-1)!
    this.#sharePercentile =
      before.length < this.#params.minRows || now !== now
        ? Number.NaN
        : before.filter((share) => share < now).length / before.length
  }

  /** The known ones among the last rows before the newest. */
  #before(values: readonly number[]): number[] {
    return values.slice(-1 - this.#params.rows, -1).filter((value) => value === value)
  }

  #zOf(values: readonly number[]): number {
    const before = this.#before(values)
    if (before.length < this.#params.minRows) return Number.NaN
    const mean = before.reduce((sum, value) => sum + value, 0) / before.length
    const squares = before.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    const deviation = Math.sqrt(squares / (before.length - 1))
    if (!(deviation > 0)) return Number.NaN
    const { zLimit } = this.#params
    return Math.max(-zLimit, Math.min(zLimit, (values.at(-1)! - mean) / deviation))
  }

  #weigh(): void {
    let sum = 0
    let weight = 0
    for (const [z, of] of this.#weighted()) {
      if (z !== z) continue
      sum += (of * z) / this.#params.zLimit
      weight += of
    }
    this.score = weight > 0 ? sum / weight : 0
    // A hair under the threshold is rounding of the z.
    const sign = Math.abs(this.score) >= this.#params.bias - 1e-12 ? Math.sign(this.score) : 0
    this.bias = sign > 0 ? 'bullish' : sign < 0 ? 'bearish' : 'neutral'
    this.strength = Math.max(0, Math.min(1, Math.abs(this.score) + sign * this.#sentimentPart))
  }

  #weighted(): readonly (readonly [z: number, weight: number])[] {
    const { weights } = this.#params
    return [
      [this.#fii.z, weights.fii],
      [this.#dii.z, weights.dii],
      [this.#share.z, weights.longShare],
    ]
  }

  get #sentimentPart(): number {
    return this.#sentimentEffect * (this.#sentiment ?? 0)
  }

  /** Close of the last session the row speaks for. */
  #closeAfter(day: IstDate): EpochMs {
    let last = day
    for (let i = 0; i < this.#sessions; i += 1) last = this.#calendar.nextTradingDay(last)
    return this.#calendar.sessionOn(last)?.closesAt ?? istInstant(last, 15, 30)
  }

  #reasons(): Reason<Code, Message>[] {
    const { zLimit, rows: days, weights } = this.#params
    const known = this.#weighted().reduce((sum, [z, weight]) => (z === z ? sum + weight : sum), 0)
    const effect = (z: number, weight: number) => (weight * z) / zLimit / known
    const reasons: Reason<Code, Message>[] = []
    const add = (code: Code, part: Part, weight: number, message: Message) => {
      if (part.z !== part.z) return
      reasons.push({ code, message, value: part.value, effect: effect(part.z, weight) })
    }
    const traded = ({ value, z }: Part) =>
      ({ side: value < 0 ? 'sold' : 'bought', crore: Math.round(Math.abs(value)), deviations: z, days }) as const
    add('fii_net', this.#fii, weights.fii, { code: 'flows.fii_net', ...traded(this.#fii) })
    add('dii_net', this.#dii, weights.dii, { code: 'flows.dii_net', ...traded(this.#dii) })
    const share = this.#current === undefined ? Number.NaN : longShareOf(this.#current)
    add('long_share', this.#share, weights.longShare, {
      code: 'flows.long_share',
      share,
      change: 100 * this.#share.value,
      deviations: this.#share.z,
      days,
    })
    if (this.#sentiment !== null && this.bias !== 'neutral')
      reasons.push({
        code: 'sentiment',
        message: { code: 'flows.sentiment', score: this.#sentiment },
        value: this.#sentiment,
        effect: this.strength * (this.bias === 'bullish' ? 1 : -1) - this.score,
      })
    const extreme = this.#extreme(share)
    if (extreme !== undefined) reasons.push(extreme)
    return reasons
  }

  /** A crowded side that is being unwound. */
  #extreme(share: number): Reason<Code, Message> | undefined {
    const { extremeLow, extremeHigh } = this.#params
    const low = this.#sharePercentile < extremeLow && this.#share.value > 0
    const high = this.#sharePercentile > extremeHigh && this.#share.value < 0
    if (!low && !high) return undefined
    const message = { code: low ? 'flows.extreme.short' : 'flows.extreme.long', share } as const
    const threshold = low ? extremeLow : extremeHigh
    return { code: 'positioning_extreme', message, value: this.#sharePercentile, threshold, effect: 0 }
  }

  #components(): Record<string, number> {
    const all = { fiiZ: this.#fii.z, diiZ: this.#dii.z, longShareZ: this.#share.z, score: this.score }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value === value))
  }
}

/** The row as far as it is published at `now`: none, its cash half, or all of it. */
function knownAt(row: FiiDiiRow, now: EpochMs): FiiDiiRow[] {
  if (row.cashPublishedAt > now) return []
  if (row.positionsPublishedAt !== null && row.positionsPublishedAt <= now) return [row]
  return [{ ...row, futureLong: null, futureShort: null, positionsPublishedAt: null }]
}
