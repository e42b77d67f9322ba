import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import { hash } from 'node:crypto'
import { SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/signals/decision/decision-bytes.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import { sealDays } from '../src/public-log/seal-days.ts'
import { SigningKey } from '../src/public-log/signing-key.ts'
import { publicLogAppender } from '../src/public-log/append-entries.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import type { TestWeb } from './harness.ts'

/** Where the decision log ends. */
export interface LogEnd {
  readonly seq: number
  readonly hash: string
}

export const EMPTY_LOG: LogEnd = { seq: 0, hash: FIRST_HASH }

/** Minutes of a made-up session that carry a label or end one: every fifth from 09:20 to 15:00. */
const MINUTES = Array.from({ length: 69 }, (_, i) => 20 + 5 * i)

/** A repeatable number in [0, 1). */
function chance(...place: readonly number[]): number {
  const x = Math.sin(place.reduce((sum, part, i) => sum + part * (12.9898 + 65.25 * i), 0.5)) * 43_758.5453
  return x - Math.floor(x)
}

/** A minute every quarter of an hour after which the index went up or down for sure. */
const goesUp = (d: number, minute: number) => chance(d, minute) < 0.5

/**
 * A session's decisions: the index walks, and the candle agent shows beforehand which way with this much certainty; below
 * one half it is mostly wrong. The other agents guess.
 */
function sessionOf(day: IstDate, d: number, right: number): Decision[] {
  // The level after 15 minutes depends on a minute's own direction: three walks, interleaved.
  const spots = new Map<number, number>()
  for (const minute of MINUTES) {
    const before = spots.get(minute - 15) ?? 2_500_000
    spots.set(minute, before + (goesUp(d, minute - 15) ? 1000 : -1000))
  }
  return MINUTES.map((minute) => {
    const knows = goesUp(d, minute) === chance(d, minute, 1) < right
    const signed = VOTERS.map((_, agent) =>
      agent === 0 ? (knows ? 0.6 : -0.6) : 0.8 * (chance(d, minute, agent) - 0.5),
    )
    return {
      id: hash('sha256', `${day} ${minute}`, 'hex').slice(0, 32),
      symbol: 'NIFTY',
      barEnd: istInstant(day, 9, minute),
      action: 'none',
      direction: 'up',
      score: 0.1,
      coverage: 1,
      threshold: 0.4,
      spike: 0,
      contributions: VOTERS.map((agent, i) => ({
        agent,
        bias: 'neutral',
        weight: 0.2,
        signed: signed[i]!,
        stale: false,
        asOf: istIso(istInstant(day, 9, minute)),
      })),
      noTrade: [],
      entry: null,
      spot: spots.get(minute) as Paise,
      atr5: 2000 as Paise,
      flips: [],
      version: SIGNALS_VERSION,
      configHash: 'ab'.repeat(32),
    }
  })
}

/**
 * Writes sessions into the store as the market role would have left them: decisions after `end`, record, root. Returns
 * where the log ends now.
 */
export async function liveThrough(web: TestWeb, end: LogEnd, days: readonly IstDate[], right: number): Promise<LogEnd> {
  const { db } = web.store
  let log = end
  for (const day of days) {
    const rows = sessionOf(day, Number(day.replaceAll('-', '')), right).map((decision) => {
      const prev = log.hash
      log = { seq: log.seq + 1, hash: chainedHash(prev, decisionBytes(decision)) }
      const { id, symbol, barEnd, action } = decision
      return { ...log, id, symbol, bar_end: barEnd, action, record: JSON.stringify(decision), prev_hash: prev }
    })
    await db.insertInto('decisions').values(rows).execute()
    await publicLogAppender(db).append([
      {
        v: 2,
        kind: 'signal',
        at: istInstant(day, 15),
        symbol: 'NIFTY',
        agent: 'candle_signal',
        signal: {
          bias: 'neutral',
          strength: 0,
          asOf: '',
          validUntil: '',
          stale: false,
          reasons: [],
          inputs: [],
          version: '1',
          configHash: 'c',
          meta: { bias: 'neutral', symbol: 'NIFTY' },
        },
      },
    ])
    await sealDays(db, new SigningKey(MasterKey.open(web.config)), nseCalendar.nextTradingDay(day))
  }
  return log
}
