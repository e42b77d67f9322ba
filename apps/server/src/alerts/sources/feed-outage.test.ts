import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { FeedOutage } from './feed-outage.ts'

const FRIDAY = '2026-11-20' as IstDate
const at = (hour: number, minute: number, second = 0, day = FRIDAY) => istInstant(day, hour, minute, second)

describe('silence of the feed', () => {
  /** Looks each second from `from` to `to`; ticks come at the instants `ticking` confirms to. */
  function watch(from: EpochMs, to: EpochMs, ticking: (now: EpochMs) => boolean): string[] {
    const silence = new FeedOutage(nseCalendar, 0)
    const reported: string[] = []
    for (let now = from; now <= to; now = (now + 1000) as EpochMs) {
      const real = now - from
      if (ticking(now)) silence.onFeedEvent(now, real)
      const word = silence.check(now, real)
      if (word !== undefined) reported.push(`${word.type} since ${(word.since - at(0, 0)) / 60_000}`)
    }
    return reported
  }

  it.each<[when: string, from: EpochMs, to: EpochMs, ticking: (now: EpochMs) => boolean, reported: string[]]>([
    ['ticks keep coming', at(10, 0), at(10, 10), () => true, []],
    ['the market is shut', at(7, 0), at(7, 30), () => false, []],
    ['it is a Saturday', at(10, 0, 0, '2026-11-21' as IstDate), at(10, 5, 0, '2026-11-21' as IstDate), () => false, []],
    ['a gap is short', at(10, 0), at(10, 5), (now) => now < at(10, 1) || now > at(10, 1, 59), []],
    ['nothing comes after the open', at(9, 10), at(9, 20), () => false, ['silent since 555']],
    [
      'it breaks and heals',
      at(10, 0),
      at(10, 20),
      (now) => now <= at(10, 5) || now > at(10, 12),
      ['silent since 605', 'back since 605'],
    ],
    ['it breaks until the close', at(15, 0), at(16, 0), (now) => now < at(15, 10), ['silent since 909.9833333333333']],
  ])('when %s', (_when, from, to, ticking, reported) => expect(watch(from, to, ticking)).toEqual(reported))

  it('waits ten real seconds, however fast the market’s clock runs', () => {
    const silence = new FeedOutage(nseCalendar, 0)
    expect(silence.check(at(10, 0), 500)).toBeUndefined()
    expect(silence.check(at(11, 0), 9_000)).toBeUndefined()
    expect(silence.check(at(12, 0), 10_001)).toEqual({ type: 'silent', since: at(9, 15) })
  })
})
