import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { OptionChainSignal } from '@strikewise/signals/agents/option-chain-signal.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { readChain } from '../input/chain-files.ts'
import { STEPS_A_MINUTE } from '../session-steps.ts'
import { RecordedMarket } from './recorded-market.ts'

const FILE = path.join(import.meta.dirname, '../../../../../../shared/data/chain/BANKNIFTY_chain_2025-08-29.csv.gz')
const params = SIGNAL_PARAMS.chain
const MINUTES = 375
const PCR_BASE_MINUTE = 15

/** What the chain agent reports at the close of each of the first `minutes` minutes, from snapshots that were there by then. */
function signalTexts(recorded: RecordedChain, minutes: number): string[] {
  const { symbol, day } = recorded
  const session = nseCalendar.sessionOn(day)!
  const until = session.opensAt + minutes * MINUTE_MS
  const known = recorded.at.filter((at) => at < until).length
  const chain = { ...recorded, at: recorded.at.slice(0, known), begins: recorded.begins.slice(0, known + 1) }
  // The agent reads the forward from the options: where the index stands is nothing to it.
  const level = 5_370_000 as Paise
  const bars = Array.from({ length: MINUTES }, (_, i) =>
    candle((session.opensAt + i * MINUTE_MS) as EpochMs, level, level, level, level),
  )
  const about = { seed: 'prefix', symbol, session, calendar: nseCalendar, bars, previousClose: level, chain }
  const market = new RecordedMarket(about)
  const { near } = market.contracts
  const expiresAt = nseCalendar.sessionOn(near[0]!.expiry)!.closesAt
  const options = new OptionChain({
    symbol,
    contracts: near,
    table: market.quotes,
    opensAt: session.opensAt,
    expiresAt,
    params,
  })
  const agent = new OptionChainSignal(symbol, params, options, undefined)
  const pcrBaseAt = (session.opensAt + PCR_BASE_MINUTE * MINUTE_MS) as EpochMs
  return Array.from({ length: minutes }, (_, minute) => {
    const end = (session.opensAt + (minute + 1) * MINUTE_MS) as EpochMs
    market.play((minute + 1) * STEPS_A_MINUTE - 1, true)
    options.snapshot(end)
    options.closeMinute(end)
    agent.holdBase(end, pcrBaseAt)
    agent.update(end)
    return JSON.stringify([agent.ready, agent.bias, agent.strength, agent.explanation().reasons])
  })
}

describe.skipIf(!existsSync(FILE))('the chain agent on a recorded day (skipped without ../shared/data)', () => {
  let chain: RecordedChain
  let whole: string[]
  beforeAll(async () => {
    chain = await readChain(FILE)
    whole = signalTexts(chain, MINUTES)
  }, 60_000)

  it.each([25, 90, 200, 330])(
    'says of the first %d minutes the same when the rest of the day is not there yet',
    (minutes) => expect(signalTexts(chain, minutes)).toEqual(whole.slice(0, minutes)),
  )

  it('takes sides within the measured range: up to 20 % bullish and 27 % bearish', () => {
    const share = (bias: string) => whole.filter((text) => text.startsWith(`[true,"${bias}"`)).length / MINUTES
    expect(whole.some((text) => text.startsWith('[true'))).toBe(true)
    expect(share('bullish')).toBeLessThanOrEqual(0.3)
    expect(share('bearish')).toBeLessThanOrEqual(0.37)
  })
})
