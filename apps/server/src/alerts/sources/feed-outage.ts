import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import type { Bus } from '../../bus/bus.ts'
import type { DueCheck } from '../due-sources.ts'
import { usersWithAlertPlan } from './audience.ts'
import type { AlertSource } from './source.ts'

/** Silence of the indices that is worth a message; short gaps heal by themselves. */
const SILENT_MS = MINUTE_MS
/** The same in real time: on a market clock that runs fast a minute passes in no time. */
const SILENT_REAL_MS = 10_000

const feedSnapshot = z.object({ lastTickAt: z.number().nullable() })

/** What there is to report about the feed now. */
export type FeedEvent = { readonly type: 'silent' | 'back'; readonly since: EpochMs }

/** Watches how old the newest tick is: shows once that prices stopped, and once that they are back. */
export class FeedOutage {
  readonly #calendar: TradingCalendar
  #lastTickAt = 0
  #lastEventAt: number
  #outageSince: EpochMs | undefined

  /** `realNow`: real milliseconds, of which only differences count. */
  constructor(calendar: TradingCalendar, realNow: number) {
    this.#calendar = calendar
    this.#lastEventAt = realNow
  }

  onFeedEvent(lastTickAt: number, realNow: number): void {
    if (lastTickAt <= this.#lastTickAt) return
    this.#lastTickAt = lastTickAt
    this.#lastEventAt = realNow
  }

  check(now: EpochMs, realNow: number): FeedEvent | undefined {
    const from = this.#tradingSince(now)
    if (from === undefined) {
      this.#outageSince = undefined
      return undefined
    }
    const newest = Math.max(this.#lastTickAt, from)
    const isSilent = now - newest > SILENT_MS && realNow - this.#lastEventAt > SILENT_REAL_MS
    if (isSilent === (this.#outageSince !== undefined)) return undefined
    const since = this.#outageSince ?? (newest as EpochMs)
    this.#outageSince = isSilent ? since : undefined
    return { type: isSilent ? 'silent' : 'back', since }
  }

  /** Since when the indices are supposed to tick, or undefined while they are not. */
  #tradingSince(now: EpochMs): EpochMs | undefined {
    const session = this.#calendar.sessionOn(istDateAt(now))
    if (session === undefined || now >= session.indexUntil) return undefined
    return session.windows.find(({ from, to }) => now >= from && now < to)?.from
  }
}

/** Trouble of the market data while it should tick, by what the market role shows of itself. `close` ends the listening. */
export function feedOutage(
  bus: Bus,
  calendar: TradingCalendar,
  realNow: () => number = () => performance.now(),
): { readonly source: AlertSource; close(): void } {
  const silence = new FeedOutage(calendar, realNow())
  const close = bus.subscribe('snapshot.feed', (_subject, payload) => {
    const { lastTickAt } = feedSnapshot.parse(JSON.parse((payload as { json: string }).json))
    if (lastTickAt !== null) silence.onFeedEvent(lastTickAt, realNow())
  })
  /** Found by a check and not known to be stored. */
  let found: FeedEvent | undefined
  const isDue: DueCheck = ({ now }) => {
    found ??= silence.check(now, realNow())
    return found !== undefined
  }
  const read: AlertSource['read'] = async (tx, now) => {
    found ??= silence.check(now, realNow())
    if (found === undefined) return []
    const { type, since } = found
    const code = type === 'silent' ? 'alert.feed_stopped' : 'alert.feed_back'
    return (await usersWithAlertPlan(tx, now)).map((userId) => ({
      userId,
      kind: 'feed_trouble' as const,
      key: `feed/${since}/${type}`,
      at: now,
      message: { code, since } as const,
      link: '/dashboard',
    }))
  }
  const committed = () => {
    found = undefined
  }
  return { source: { isDue, read, committed }, close }
}
