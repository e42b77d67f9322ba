import { hash } from 'node:crypto'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Observation } from '@strikewise/signals/evidence/observation.ts'
import { mergedSessions } from '../backtest/input/bar-files.ts'
import type { SessionBars, SessionFile } from '../backtest/input/session-bars.ts'
import { barsBefore } from '../backtest/run/partition.ts'
import { BAR_SERIES, observeSession } from './observe-session.ts'
import type { RecordSet } from './record-set.ts'
import type { ResultCache } from './result-cache.ts'

/** Sessions a session may read of the past. */
const KNOWN_SESSIONS = 20

interface HashedSession extends SessionBars {
  readonly sha256: string
}

/** A month of an index, and the sessions that are known at its beginning. */
interface Month {
  readonly before: readonly HashedSession[]
  readonly sessions: HashedSession[]
}

/** Observes the agents that read bars over all sessions of the files. A month of an index is a result of its own. */
export async function barRecords(
  files: readonly string[],
  cache: ResultCache,
  reading: SessionFile,
): Promise<RecordSet> {
  const observations: Observation[] = []
  const keys: string[] = []
  const open = new Map<IndexSymbol, Month>()
  for await (const session of mergedSessions(files, nseCalendar, reading)) {
    const month = open.get(session.symbol)
    const begins = month === undefined || monthOf(month) !== session.day.slice(0, 7)
    const before = month === undefined ? [] : [...month.before, ...month.sessions].slice(-KNOWN_SESSIONS)
    if (begins && month !== undefined) await add(month)
    const current = begins ? { before, sessions: [] } : month
    current.sessions.push({ ...session, sha256: hashOf(session) })
    open.set(session.symbol, current)
  }
  for (const month of open.values()) await add(month)
  return { source: 'one-minute bars', series: BAR_SERIES, observations, key: hash('sha256', keys.join()) }

  async function add(month: Month): Promise<void> {
    const { symbol } = month.sessions[0]!
    const hashes = [...month.before, ...month.sessions].map(({ sha256 }) => sha256)
    const inputs = ['bars', symbol, String(month.before.length), ...hashes]
    const { key, value } = await cache.of(inputs, () => observeMonth(month))
    keys.push(key)
    observations.push(...value)
  }
}

function monthOf({ sessions }: Month): string {
  return sessions[0]!.day.slice(0, 7)
}

function observeMonth({ before, sessions }: Month): Observation[] {
  const all = [...before, ...sessions]
  const days = all.map(({ day }) => day)
  const bars = all.map((session) => session.bars)
  return sessions.flatMap(({ symbol, day, bars: own }, i) => {
    const at = before.length + i
    const from = Math.max(0, at - KNOWN_SESSIONS)
    const past = barsBefore(days.slice(from, at + 1), bars.slice(from, at + 1), at - from)
    return observeSession({ symbol, day, bars: own, ...past })
  })
}

function hashOf({ bars }: SessionBars): string {
  const figures = bars.flatMap(({ start, open, high, low, close }) => [start, open, high, low, close])
  return hash('sha256', Float64Array.from(figures))
}
