import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istText, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import type { Bus } from '../../bus/bus.ts'
import { alertPlanUsers } from './audience.ts'
import type { AlertSource } from './source.ts'

/** Silence of the indices that is worth a message; short gaps heal by themselves. */
const SILENT_MS = MINUTE_MS
/** The same in real time: on a market clock that runs fast a minute passes in no time. */
const SILENT_REAL_MS = 10_000

const feedSnapshot = z.object({ lastTickAt: z.number().nullable() })

/** What there is to say about the feed now. */
export type FeedWord = { readonly type: 'silent' | 'back'; readonly since: EpochMs }

/** Watches how old the newest tick is: says once that prices stopped, and once that they are back. */
export class FeedSilence {
  readonly #calendar: TradingCalendar
  #lastTickAt = 0
  #heardAt: number
  #silentSince: EpochMs | undefined

  /** `realNow`: real milliseconds, of which only differences count. */
  constructor(calendar: TradingCalendar, realNow: number) {
    this.#calendar = calendar
    this.#heardAt = realNow
  }

  heard(lastTickAt: number, realNow: number): void {
    if (lastTickAt <= this.#lastTickAt) return
    this.#lastTickAt = lastTickAt
    this.#heardAt = realNow
  }

  look(now: EpochMs, realNow: number): FeedWord | undefined {
    const from = this.#tradingSince(now)
    if (from === undefined) {
      this.#silentSince = undefined
      return undefined
    }
    const newest = Math.max(this.#lastTickAt, from)
    const isSilent = now - newest > SILENT_MS && realNow - this.#heardAt > SILENT_REAL_MS
    if (isSilent === (this.#silentSince !== undefined)) return undefined
    const since = this.#silentSince ?? (newest as EpochMs)
    this.#silentSince = isSilent ? since : undefined
    return { type: isSilent ? 'silent' : 'back', since }
  }

  /** Since when the indices are supposed to tick, or undefined while they are not. */
  #tradingSince(now: EpochMs): EpochMs | undefined {
    const session = this.#calendar.sessionOn(istDateAt(now))
    if (session === undefined || now >= session.indexUntil) return undefined
    return session.windows.find(({ from, to }) => now >= from && now < to)?.from
  }
}

const WORDS = {
  silent: (at: string) =>
    `No prices since ${at} IST. No new entries are made meanwhile; stops keep resting at the exchange.`,
  back: (at: string) => `Prices are back; they had stopped at ${at} IST.`,
} as const satisfies Record<FeedWord['type'], (at: string) => string>

/** Trouble of the market data while it should tick, by what the market role shows of itself. `close` ends the listening. */
export function feedTrouble(
  bus: Bus,
  calendar: TradingCalendar,
  realNow: () => number = () => performance.now(),
): { readonly source: AlertSource; close(): void } {
  const silence = new FeedSilence(calendar, realNow())
  const close = bus.subscribe('snapshot.feed', (_subject, payload) => {
    const { lastTickAt } = feedSnapshot.parse(JSON.parse((payload as { json: string }).json))
    if (lastTickAt !== null) silence.heard(lastTickAt, realNow())
  })
  const source: AlertSource = async (tx, now) => {
    const word = silence.look(now, realNow())
    if (word === undefined) return []
    const text = WORDS[word.type](istText(word.since).slice(11, 16))
    return (await alertPlanUsers(tx, now)).map((userId) => ({
      userId,
      kind: 'feed_trouble' as const,
      key: `feed/${word.since}/${word.type}`,
      at: now,
      text,
      link: '/dashboard',
    }))
  }
  return { source, close }
}
