import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istDateAt, istInstant, MINUTE_MS, msOfIstDay, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { FiiDiiSignal } from '@strikewise/signals/agents/fii-dii-signal.ts'
import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import { GuardedAgent } from '@strikewise/signals/agents/guarded-agent.ts'
import { signedStrength } from '@strikewise/signals/agents/agent-output.ts'
import { HORIZONS, type Observation } from '@strikewise/signals/evidence/observation.ts'
import { FII_DII_AGENT } from '@strikewise/signals/registry/definitions/fii-dii-agent.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { barRows, cellRows } from '../backtest/input/bar-rows.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import type { RecordSet } from './record-set.ts'
import { sha256OfFile } from './records.ts'
import type { ResultCache } from './result-cache.ts'

const FLOW_SERIES: readonly string[] = [FII_DII_AGENT.name]
const FIVE_MINUTES = 5 * MINUTE_MS
const COLUMNS = ['date', 'fii_net', 'dii_net', 'fii_idx_fut_long', 'fii_idx_fut_short'] as const

/** Observes the FII/DII agent over the sessions with five-minute bars, each figure known from the evening it came out. */
export async function flowRecords(
  flows: string | undefined,
  bars: readonly string[],
  cache: ResultCache,
  onBytes: (bytes: number) => void,
): Promise<RecordSet> {
  const files = flows === undefined ? [] : [flows, ...bars]
  const { key, value } = await cache.of(['flows', ...files.map(sha256OfFile)], async () =>
    flows === undefined ? [] : observeFlows(await flowRows(flows), await sessionsOf(bars)),
  )
  for (const file of files) onBytes(statSync(file).size)
  return { source: 'daily FII/DII figures', series: FLOW_SERIES, observations: value, key: hash('sha256', key) }
}

interface FiveMinuteSession {
  readonly symbol: IndexSymbol
  readonly bars: readonly Candle[]
}

async function sessionsOf(files: readonly string[]): Promise<FiveMinuteSession[]> {
  const sessions = new Map<string, { symbol: IndexSymbol; bars: Candle[] }>()
  for (const file of files)
    for await (const rows of barRows(file, () => undefined))
      for (const { symbol, bar } of rows) {
        const key = `${istDateAt(bar.start)} ${symbol}`
        const session = sessions.get(key) ?? { symbol, bars: [] }
        sessions.set(key, session)
        session.bars.push(bar)
      }
  return [...sessions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, session]) => session)
}

/** The daily figures of a file, each published on its evening (market fact sheet: cash at 19:00, positions at 20:00). */
export async function flowRows(file: string): Promise<FiiDiiRow[]> {
  const found: FiiDiiRow[] = []
  let columns: number[] | undefined
  for await (const rows of cellRows(file, () => undefined))
    for (const cells of rows.filter(({ length }) => length > 1)) {
      if (columns !== undefined) {
        found.push(rowOf(columns.map((column) => String(cells[column]))))
        continue
      }
      const names = cells.map(String)
      columns = COLUMNS.map((name) => names.indexOf(name))
      if (columns.includes(-1)) throw new BadFile(file, 1, `one of the columns ${COLUMNS.join(', ')} is missing`)
    }
  return found
}

function rowOf([date, fii, dii, long, short]: readonly string[]): FiiDiiRow {
  const day = istDate(date!)
  const figure = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : Number(text))
  const hasPositions = figure(long) !== null && figure(short) !== null
  return {
    day,
    fiiNet: figure(fii),
    diiNet: figure(dii),
    cashPublishedAt: istInstant(day, 19),
    futureLong: figure(long),
    futureShort: figure(short),
    positionsPublishedAt: hasPositions ? istInstant(day, 20) : null,
  }
}

/** What the agent gave at each five minutes of the sessions, and what the index did next. */
export function observeFlows(rows: readonly FiiDiiRow[], sessions: readonly FiveMinuteSession[]): Observation[] {
  const flows = new GuardedAgent(new FiiDiiSignal(SIGNAL_PARAMS, nseCalendar), 0)
  flows.update((agent) => agent.addRow(rows))
  return sessions.flatMap(({ symbol, bars }) => {
    const day = istDateAt(bars[0]!.start)
    const session = nseCalendar.sessionOn(day)
    if (session === undefined || session.kind !== 'full') return []
    const closes = new Map(bars.map((bar) => [bar.start + FIVE_MINUTES, bar.close as number]))
    const last = bars.findLast(({ start }) => start < session.indexUntil)!.close
    return bars.flatMap((bar): Observation[] => {
      const end = (bar.start + FIVE_MINUTES) as EpochMs
      if (end >= session.indexUntil) return []
      if (flows.agent.isDue(end)) flows.update((agent) => agent.update(end))
      if (!flows.agent.ready || flows.isStale(end, false)) return []
      const moves = HORIZONS.map((ahead) => {
        const at = end + (ahead ?? 0) * MINUTE_MS
        const later = ahead === null ? last : at > session.indexUntil ? undefined : closes.get(at)
        return later === undefined ? Number.NaN : 10_000 * Math.log(later / bar.close)
      })
      const hour = Math.floor(msOfIstDay(end) / (60 * MINUTE_MS))
      return [{ symbol, day, hour, regime: null, signed: [signedStrength(flows.agent)], moves }]
    })
  })
}
