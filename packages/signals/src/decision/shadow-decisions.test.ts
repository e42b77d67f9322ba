// @invariant shadow-agents
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { SHADOW_AGENTS } from '../registry/registry.ts'
import { decisionsDigest } from './decision-bytes.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import type { Decision } from './decision.ts'
import { SymbolPipeline } from './symbol-pipeline.ts'
import { optionLadder, walkDay, type ModelledMarket } from './testing/modelled-day.ts'

const DAY = istDate('2026-11-19')
const MINUTES = 120

/** A made-up session: waves on a slope, in paise. */
function wave(on: IstDate, count: number, base: number, slope: number): Candle[] {
  let open = base
  return Array.from({ length: count }, (_, i) => {
    const close = Math.round(base + slope * i + 1500 * Math.sin(i / 17) + 600 * Math.sin(i / 3.1))
    const [high, low] = [Math.max(open, close) + 250, Math.min(open, close) - 250]
    const start = (istInstant(on, 9, 15) + i * MINUTE_MS) as EpochMs
    const bar = candle(start, open as Paise, high as Paise, low as Paise, close as Paise)
    open = close
    return bar
  })
}

const past = [-8, -7, -6, -3, -2, -1].flatMap((days, i) => wave(addDays(DAY, days), 375, 2_480_000 + 2000 * i, 8))
const today = wave(DAY, MINUTES, 2_496_000, 45)
const contracts = optionLadder('NIFTY', istDate('2026-11-23'), 25_000, 50, 15)
const market: ModelledMarket = {
  contracts,
  sigma: 0.12,
  openInterest: (contract, minute) => 65 * (20_000 + (contract.side === 'PE' ? 260 : -110) * minute),
}

interface Walked {
  readonly pipeline: SymbolPipeline
  readonly decisions: Decision[]
  readonly inputs: DecisionInputs[]
  /** What the agents on trial report when each minute has closed. */
  readonly reports: string[]
}

function walk(minutes: readonly Candle[], withoutShadowAgents = false): Walked {
  const table = new QuoteTable(200)
  const walked: Omit<Walked, 'pipeline'> = { decisions: [], inputs: [], reports: [] }
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day: DAY,
    calendar: nseCalendar,
    contracts: { near: contracts, next: [], future: undefined },
    table,
    warmUp: { index: past, future: [] },
    source: 'simulated',
    withoutShadowAgents,
    onDecision(decision, inputs) {
      walked.decisions.push(decision)
      walked.inputs.push(inputs)
      const signals = pipeline.signals((decision.barEnd + 2000) as EpochMs)
      walked.reports.push(canonicalJson(SHADOW_AGENTS.map(({ name }) => signals[name])))
    },
  })
  walkDay(pipeline, table, 'NIFTY', minutes, past.at(-1)!.close, market, 5)
  return { pipeline, ...walked }
}

const whole = walk(today)

describe('agents on trial', () => {
  it('change no decision: without them the bytes, and the inputs on record, are the same', () => {
    const without = walk(today, true)
    expect(whole.decisions.length).toBeGreaterThan(MINUTES - 3)
    expect(whole.decisions.some(({ action }) => action !== 'none')).toBe(true)
    expect(decisionsDigest(without.decisions)).toBe(decisionsDigest(whole.decisions))
    expect(canonicalJson(without.decisions)).toBe(canonicalJson(whole.decisions))
    expect(canonicalJson(without.inputs)).toBe(canonicalJson(whole.inputs))
    expect(without.pipeline.configHash).toBe(whole.pipeline.configHash)
  })

  it('are all fed beside the decision, and left without input where that is asked for', () => {
    const now = today.at(-1)!.start
    const stale = ({ pipeline }: Walked) => {
      const signals = pipeline.signals(now)
      return SHADOW_AGENTS.filter(({ name }) => signals[name].stale).map(({ name }) => name)
    }
    expect(stale(whole)).toEqual([])
    expect(stale(walk(today, true))).toEqual(SHADOW_AGENTS.map(({ name }) => name))
  })

  it.each([3, 20, 61, 77])('report the same of the first %d minutes whatever comes after them', (cut) => {
    const { reports } = walk(today.slice(0, cut))
    expect(reports.length).toBeGreaterThan(cut - 3)
    expect(reports).toEqual(whole.reports.slice(0, reports.length))
  })
})
