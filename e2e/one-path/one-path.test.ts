// @invariant one-path
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SIGNAL_PARAMS, type SignalParams } from '@strikewise/signals/registry/params.ts'
import { decisionBytes, decisionsDigest } from '@strikewise/signals/decision/decision-bytes.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { readRecordedDay } from '@strikewise/signals/session-recording/recorded-day.ts'
import { replayDecisions } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { istDate, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath, RecordedBar } from '@strikewise/exchange/price-path.ts'
import { replayPath, syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { runRecordedDay } from '../../apps/lab/src/backtest/day/run-recorded-day.ts'
import { segmentsOf } from '../../apps/lab/src/backtest/input/recordings.ts'
import { readOptions } from '../../apps/lab/src/backtest/options.ts'
import { runBacktest } from '../../apps/lab/src/backtest/run-backtest.ts'
import { readRecordedDays } from '../../apps/sandbox/src/replay/recorded-days.ts'
import { RecordedPath } from '../../apps/sandbox/src/replay/recorded-path.ts'
import { readRecordings } from '../../apps/sandbox/src/replay/recording-files.ts'
import { liveDecisions } from './live-day.ts'

const BARS = path.join(import.meta.dirname, '../../../shared/data/bars')
const SETTINGS = { lots: 1, slBuffer: paise(1000), trailing: false, capital: paise(1_000_000_00) }
/** Enough for every kind of reason, entries among them, and little enough for each change of the code. */
const MINUTES = 28

const folder = mkdtempSync(path.join(tmpdir(), 'one-path-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Day {
  readonly day: string
  /** The market of that day, standing a minute before the open; each call makes the same one. */
  readonly market: (now: EpochMs) => PricePath
}

const OPTIONS = { strikesEachSide: 32, quotesEveryMs: 5000 }
const synthetic = (day: string, seed: string): [string, Day] => [
  `${day}, synthetic from seed ${seed}`,
  { day, market: (now) => syntheticPath({ seed, now, ...OPTIONS }) },
]
const real = (day: string, file: string): [string, Day] => [
  `${day} of ${file}`,
  {
    day,
    market: (now) =>
      replayPath({ seed: 'one path', now, ...OPTIONS }, readRecordedDays(path.join(BARS, file), istDate(day))),
  },
]

/** The day as live: a market, the sandbox's broker, its protocols, market role, recorder. */
async function live({ day, market }: Day, to: string): Promise<{ decisions: Decision[]; recording: string }> {
  const at = (hour: number, minute: number) => istInstant(istDate(day), hour, minute)
  const target = path.join(folder, to)
  const decisions = await liveDecisions({
    seed: 'one path',
    path: market(at(9, 14)),
    until: at(9, 15 + MINUTES + 1),
    folder: target,
  })
  return { decisions, recording: path.join(target, day) }
}

/** The index's first minutes as the pipelines of a recording closed them. */
function barsOf(recording: string, symbol: IndexSymbol): readonly Candle[] {
  let bars: readonly Candle[] = []
  replayDecisions(readRecordedDay(segmentsOf(recording)), {
    onDecision: () => undefined,
    onFrame: (_, { pipelines }) => (bars = pipelines[symbol].candles('1m')),
  })
  return bars.slice(0, MINUTES)
}

/** The sandbox's replay of a recording as a market. */
const replayed = (day: string, recording: string): Day => ({
  day,
  market: (now) => new RecordedPath(readRecordings(recording, null), now),
})

/** The recorded day as the backtest runs it. */
function backtest(recording: string, params: SignalParams): Decision[] {
  const decisions: Decision[] = []
  const { leftOut } = runRecordedDay(
    readRecordedDay(segmentsOf(recording)),
    { params, settings: SETTINGS },
    { onDecision: (decision) => decisions.push(decision) },
  )
  expect(leftOut).toEqual({})
  return decisions
}

/** A line a decision, so that a difference shows its index and minute. */
const hashes = (decisions: readonly Decision[]) =>
  decisions.map(
    (decision) => `${decision.symbol} ${istText(decision.barEnd)} ${hash('sha256', decisionBytes(decision))}`,
  )

/**
 * One path: the same day, three ways, gives the same decisions, compared by the hash of their canonical bytes: every
 * score, contribution, veto and the chosen contract, minute by minute, for both indices.
 *
 * - Live: the market role's own `runMarketDay` on the sandbox, over REST and ticker; the rows its log is given, and the
 *   recording it makes.
 * - Replay: the sandbox plays that recording, over REST and ticker, to a market role that has never seen the day.
 * - Backtest: the recording through the backtest's driver, which trades on it.
 *
 * Plain bars are no fourth way (record 22): the sandbox plays them as ticks and the server's day is what it recorded.
 * What goes in as bars comes out as the same bars, though.
 */
async function sameThreeWays(day: Day, name: string) {
  const first = await live(day, `${name} live`)
  expect(first.decisions).toHaveLength(INDEX_SYMBOLS.length * MINUTES)
  const again = await live(replayed(day.day, first.recording), `${name} again`)
  expect(hashes(again.decisions)).toEqual(hashes(first.decisions))
  expect(hashes(backtest(first.recording, SIGNAL_PARAMS))).toEqual(hashes(first.decisions))
  return first
}

describe('one path', { timeout: 300_000 }, () => {
  it.each([synthetic('2026-09-17', '54'), synthetic('2026-06-11', 'another')])(
    'live, replay and backtest: %s',
    async (name, day) => {
      const { decisions, recording } = await sameThreeWays(day, name)
      // The comparison would see a difference: a weight that is one hundredth higher makes other decisions.
      const { engine } = SIGNAL_PARAMS
      const weights = { ...engine.weights, candle_signal: engine.weights.candle_signal + 0.01 }
      const changed = backtest(recording, { ...SIGNAL_PARAMS, engine: { ...engine, weights } })
      expect(hashes(changed)).not.toEqual(hashes(decisions))

      // The command reports on the same decisions, and calls prices of a simulated market modelled.
      const report = await runBacktest(readOptions([recording, '--workers', '1']), process.stderr)
      const ofBoth = INDEX_SYMBOLS.map((symbol) => decisionsDigest(decisions.filter((one) => one.symbol === symbol)))
      expect(report).toMatchObject({ digest: hash('sha256', ofBoth.join('')), pricing: { modelled: 2, recorded: 0 } })
    },
  )

  it
    .skipIf(!existsSync(BARS))
    .each([
      real('2025-09-09', 'NIFTY_1m_2025.csv.gz'),
      real('2026-08-04', 'NIFTY_1m_2026.csv.gz'),
      real('2023-01-27', 'BANKNIFTY_1m_2023.csv.gz'),
    ])('live, replay and backtest: %s (skipped without ../shared/data)', async (name, day) => {
    const { recording } = await sameThreeWays(day, name)
    const symbol = name.includes('BANKNIFTY') ? 'BANKNIFTY' : 'NIFTY'
    const file = name.slice(name.lastIndexOf(' ') + 1)
    const given = readRecordedDays(path.join(BARS, file), istDate(day.day)).get(istDate(day.day))![symbol]!
    const prices = ({ start, open, high, low, close }: RecordedBar) => ({ start, open, high, low, close })
    expect(barsOf(recording, symbol).map(prices)).toEqual(given.slice(0, MINUTES).map(prices))
  })
})
