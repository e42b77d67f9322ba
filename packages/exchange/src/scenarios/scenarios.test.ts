import { describe, expect, it } from 'vitest'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { contractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDateAt, istInstant, istText, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { syntheticPath } from '../prices/market-path.ts'
import { ScenarioPlayer } from './scenario-player.ts'
import type { ScenarioStep, Expected, NamedScenario } from './named-scenario.ts'
import { scenarioNamed, SCENARIOS } from './scenarios.ts'

/** Agents are asked from this long before a scenario's start on, as by a product that was there already. */
const EARLIER_MS = 3 * MINUTE_MS
const STEP_MS = 1_000
/** At least the twenty sessions a product reads before the first one it watches. */
const WARM_UP_DAYS = 35

/** What a product watching the scenario would show: its decisions, and its agents at the instants asked for. */
function watch({ seed, startsAt, expected }: NamedScenario, steps: readonly ScenarioStep[]) {
  const day = istDateAt(startsAt)
  const path = syntheticPath({ seed, now: istInstant(day, 9), quotesEveryMs: STEP_MS, strikesEachSide: 30 })
  const player = new ScenarioPlayer(steps)
  const from = Math.max(startsAt - EARLIER_MS, istInstant(day, 9, 10)) as EpochMs
  player.advance(path, from, (market, to) => market.skipTo(to))
  const index = contractIndex(path.instruments)
  const [near, next] = index.expiries('NIFTY').map((expiry) => index.optionsOf('NIFTY', expiry))
  const future = index.nearFuture('NIFTY')
  const bars = (token: number) =>
    path
      .history(token, 1, istInstant(addDays(day, -WARM_UP_DAYS), 0), from)
      .filter((bar) => bar.start + MINUTE_MS <= from)
      .map((bar) => candle(bar.start, bar.open, bar.high, bar.low, bar.close, bar.volume))
  const decisions = new Map<EpochMs, Decision>()
  const table = path.quotes
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day,
    calendar: nseCalendar,
    contracts: { near: near ?? [], next: next ?? [], future },
    table,
    warmUp: { index: bars(INDEX_TOKENS.NIFTY), future: future === undefined ? [] : bars(future.token) },
    startsAt: from,
    source: 'simulated',
    onDecision: (decision) => decisions.set(decision.barEnd, decision),
  })
  const asked = expected.flatMap((one) => (one.kind === 'trade' ? [] : [one.at]))
  const signals = new Map<EpochMs, ReturnType<SymbolPipeline['signals']>>()
  const seen = new Float64Array(table.capacity)
  for (let now = from; now <= Math.max(...asked) + 3_000; now = (now + STEP_MS) as EpochMs) {
    pipeline.onTimer(now)
    if (asked.includes(now)) signals.set(now, pipeline.signals(now))
    player.advance(path, now, (market, to) => market.step(to))
    for (let slot = 0; slot < table.size; slot += 1) {
      if (table.receivedAt[slot] === seen[slot]) continue
      seen[slot] = table.receivedAt[slot]!
      pipeline.onTick(slot, now, now)
    }
  }
  return { signals, decisions }
}

/** Undefined when it is as expected, else what it is instead. */
function failureOf(one: Expected, { signals, decisions }: ReturnType<typeof watch>): string | undefined {
  if (one.kind === 'trade') return undefined
  const at = istText(one.at)
  if (one.kind === 'agent') {
    const signal = signals.get(one.at)?.[one.agent]
    const reasons = signal?.reasons.map(({ code }) => code) ?? []
    if (signal?.bias === one.bias && (one.reason === undefined || reasons.includes(one.reason))) return undefined
    return `${at} ${one.agent}: ${signal?.bias} for ${reasons.join(', ')}`
  }
  const decision = decisions.get(one.at)
  if (decision === undefined) return `${at}: no decision`
  const codes = decision.noTrade.map(({ code }) => code)
  if (codes.includes(one.code) === (one.kind === 'stays_out')) return undefined
  return `${at} ${decision.action}: ${codes.join(', ')}`
}

const seenByAgents = SCENARIOS.filter(({ expected }) => expected.some(({ kind }) => kind !== 'trade'))

describe.each(seenByAgents)('$name: $title', (scenario) => {
  it('ends with the agents in the states it states', () => {
    const watched = watch(scenario, scenario.steps)
    expect(scenario.expected.flatMap((one) => failureOf(one, watched) ?? [])).toEqual([])
  })
})

it.each(['trend-day', 'spike-up', 'gap', 'breaker-day', 'frozen-feed', 'missing-minutes', 'crossed-chain'])(
  '%s fails without what happens in it',
  (name) => {
    const scenario = scenarioNamed(name)!
    const watched = watch(scenario, [])
    expect(scenario.expected.flatMap((one) => failureOf(one, watched) ?? [])).not.toEqual([])
  },
)

it('has one name each, and a start its market is open or about to open at', () => {
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length)
  for (const { startsAt } of SCENARIOS) {
    const session = nseCalendar.sessionOn(istDateAt(startsAt))
    expect(startsAt).toBeGreaterThanOrEqual(session!.preOpenAt)
    expect(startsAt).toBeLessThan(session!.closesAt)
  }
})
