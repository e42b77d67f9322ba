import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { FII_DII_AGENT } from '@strikewise/signals/registry/definitions/fii-dii-agent.ts'
import { OPTION_CHAIN_AGENT } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Voter } from '@strikewise/signals/registry/registry.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { filesOf, mergedSessions } from '../input/bar-files.ts'
import type { SessionBars } from '../input/session-bars.ts'
import { readOptions } from '../options.ts'
import { barFolder, HEAD, swingingSessions } from '../testing/bar-file.ts'
import type { DayResult } from './day-result.ts'
import { ModelledMarket } from './modelled-market.ts'
import { runDay } from './run-day.ts'

/** Quotes every contract whenever the market quotes, as a feed does. */
class EveryContractQuoted extends ModelledMarket {
  override play(step: number, books: boolean): void {
    super.play(step, books)
    if (!books) return
    const { near, next } = this.contracts
    for (const contract of [...near, ...next]) this.quoteContract(contract)
  }
}

const { folder, write, remove } = barFolder()
let sessions: SessionBars[]
beforeAll(async () => {
  const reading = { leftOut: () => undefined, took: () => undefined }
  write('NIFTY_1m.csv', [HEAD, ...swingingSessions('2026-09-16', 6)])
  sessions = await Array.fromAsync(mergedSessions(filesOf([folder], '1m'), nseCalendar, reading))
})
afterAll(remove)

/** One session with all before it known. */
function run(index: number, Market: typeof ModelledMarket, withoutInputs: readonly Voter[]) {
  const { day, bars, symbol } = sessions[index]!
  const session = nseCalendar.sessionOn(day)!
  const known = sessions.slice(0, index).flatMap((one) => one.bars)
  const previousClose = known.at(-1)!.close
  const about = { seed: 'on demand', symbol, session, calendar: nseCalendar, bars, previousClose }
  const decisions: Decision[] = []
  const result = runDay({
    symbol,
    session,
    calendar: nseCalendar,
    bars,
    warmUp: { index: known, future: [], previousClose },
    market: new Market({ ...about, level: 1 }),
    params: SIGNAL_PARAMS,
    settings: { ...readOptions(['x.csv']).settings, trailing: true },
    withoutInputs,
    onDecision: (decision) => void decisions.push(decision),
  })
  return { decisions, result }
}

const withoutEvents = (result: DayResult) => ({ ...result, events: 0 })

describe('a day whose contracts are priced when they are read', () => {
  it.each([
    ['without the chain agent', [OPTION_CHAIN_AGENT.name, FII_DII_AGENT.name]],
    ['with it', [FII_DII_AGENT.name]],
  ] as const)('has the decisions and trades of one that quotes every contract, %s', (_what, withoutInputs) => {
    let trades = 0
    for (const index of [3, 4, 5]) {
      const onDemand = run(index, ModelledMarket, withoutInputs)
      const every = run(index, EveryContractQuoted, withoutInputs)
      expect(onDemand.decisions).toEqual(every.decisions)
      expect(withoutEvents(onDemand.result)).toEqual(withoutEvents(every.result))
      const isChainRead = !withoutInputs.some((voter) => voter === OPTION_CHAIN_AGENT.name)
      if (isChainRead) expect(onDemand.result.events).toBe(every.result.events)
      else expect(onDemand.result.events).toBeLessThan(every.result.events)
      trades += onDemand.result.entries.length
    }
    expect(trades).toBeGreaterThan(0)
  })
})
