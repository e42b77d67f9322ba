import { Crossings, type LevelChange } from '@strikewise/domain/alerts/crossings.ts'
import { rearmLevel, type LevelCondition } from '@strikewise/domain/alerts/custom-alert.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DelayRing } from '../../snapshots/delay-ring.ts'

/** A value of the market that alerts watch. */
export type Series = `${'price' | 'iv_percentile'}/${IndexSymbol}`

/** A stored alert on a level of the market. */
export interface StoredLevel {
  readonly id: number
  readonly condition: LevelCondition
  readonly isArmed: boolean | null
  /** How late its user sees the market. */
  readonly delaySeconds: number
  /** Changes when the row is changed by its user. */
  readonly revision: number
}

/** A change of a level with the value that made it. */
export interface DatedChange extends LevelChange {
  readonly value: number
  /** Product time. */
  readonly at: EpochMs
  readonly delaySeconds: number
}

interface Feed {
  readonly delaySeconds: number
  readonly crossings: Map<Series, Crossings>
  /** Undefined: live. */
  readonly rings: Map<Series, DelayRing<number>> | undefined
}

/** The levels of all users, by value and by how late they may see it. Nothing here is per user and value. */
export class WatchedLevels {
  readonly #feeds = new Map<number, Feed>()
  readonly #known = new Map<number, StoredLevel>()

  /** `delays`: how late plans see the market, in seconds, each once. */
  constructor(delays: readonly number[]) {
    for (const delaySeconds of delays)
      this.#feeds.set(delaySeconds, {
        delaySeconds,
        crossings: new Map(),
        rings: delaySeconds === 0 ? undefined : new Map(),
      })
  }

  get size(): number {
    return this.#known.size
  }

  /** Watches a level as it is stored; one whose row and delay are unchanged stays as it is. */
  add(level: StoredLevel): void {
    const known = this.#known.get(level.id)
    if (known?.revision === level.revision && known.delaySeconds === level.delaySeconds) return
    this.remove(level.id)
    const { id, condition, isArmed, delaySeconds } = level
    const crossings = this.#feeds.get(delaySeconds)?.crossings
    if (crossings === undefined || condition.symbol === null || condition.type === 'loss_share') return
    const series: Series = `${condition.type}/${condition.symbol}`
    const book = crossings.get(series) ?? new Crossings()
    crossings.set(series, book)
    book.add({ id, side: condition.side, level: condition.level, rearm: rearmLevel(condition), isArmed })
    this.#known.set(id, level)
  }

  remove(id: number): void {
    if (!this.#known.delete(id)) return
    for (const { crossings } of this.#feeds.values()) for (const book of crossings.values()) book.remove(id)
  }

  /** Watches only the levels whose id is among `ids`. */
  retain(ids: ReadonlySet<number>): void {
    for (const id of this.#known.keys()) if (!ids.has(id)) this.remove(id)
  }

  /** What a value that is known since `now` changes for those who see it live; the others see it later. */
  take(series: Series, value: number, now: EpochMs): DatedChange[] {
    const changes: DatedChange[] = []
    for (const feed of this.#feeds.values()) {
      if (feed.rings === undefined) takeValue(feed, series, value, now, changes)
      else ringOf(feed.rings, series, feed.delaySeconds).push(now, value)
    }
    return changes
  }

  /** What the values change that are old enough by `now` for those who see them late. */
  takeDelayed(now: EpochMs): DatedChange[] {
    const changes: DatedChange[] = []
    for (const feed of this.#feeds.values())
      for (const [series, ring] of feed.rings ?? []) {
        const value = ring.read(now)
        if (value !== undefined) takeValue(feed, series, value, now, changes)
      }
    return changes
  }
}

function takeValue({ crossings, delaySeconds }: Feed, series: Series, value: number, at: EpochMs, into: DatedChange[]) {
  for (const change of crossings.get(series)?.take(value) ?? []) into.push({ ...change, value, at, delaySeconds })
}

function ringOf(rings: Map<Series, DelayRing<number>>, series: Series, delaySeconds: number): DelayRing<number> {
  const ring = rings.get(series) ?? new DelayRing<number>(delaySeconds * SECOND_MS)
  rings.set(series, ring)
  return ring
}
