import {
  ASK,
  ASK_QUANTITY,
  BID,
  CHAIN_VALUES,
  INTEREST,
  LTP,
  VOLUME,
  type RecordedChain,
} from '@strikewise/chain-history/recorded-chain.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { readChain } from '../../../../../apps/lab/src/backtest/input/chain-files.ts'
import { ChainWatch } from '../facts/chain-observer.ts'
import type { ChainFacts } from '../facts/session-facts.ts'

/** A day with fewer snapshots was not recorded minute by minute. */
const MIN_SNAPSHOTS = 200

/** Facts of a recorded chain; undefined when it was not recorded each minute with bid and ask. Throws BadFile. */
export async function recordedChainFacts(file: string): Promise<ChainFacts | undefined> {
  const recorded = await readChain(file)
  if (recorded.at.length < MIN_SNAPSHOTS) return undefined
  const { symbol, day } = recorded
  const expiry = recorded.legs.map((leg) => leg.expiry).sort()[0]!
  const contracts = recorded.legs.map((leg, i): OptionContract => ({
    ...leg,
    token: i + 1,
    tradingsymbol: `${symbol} ${leg.expiry} ${leg.strike} ${leg.side}`,
    symbol,
    tickSize: OPTION_TICK,
    lotSize: lotSizeOfExpiry(symbol, leg.expiry),
  }))
  const table = new QuoteTable(contracts.length)
  const opensAt = nseCalendar.sessionOn(day)?.opensAt ?? istInstant(day, 9, 15)
  const chain = new OptionChain({
    symbol,
    contracts: contracts.filter((contract) => contract.expiry === expiry),
    table,
    opensAt,
    expiresAt: nseCalendar.sessionOn(expiry)?.closesAt ?? istInstant(expiry, 15, 30),
    params: SIGNAL_PARAMS.chain,
  })
  const slots = contracts.map(({ token }) => table.slotOf(token))
  const watch = new ChainWatch(chain, table)
  for (const [number, at] of recorded.at.entries()) {
    write(recorded, number, slots, table)
    chain.snapshot(at as EpochMs)
    watch.observe(at as EpochMs)
  }
  return watch.facts(undefined)
}

/** Puts the rows of snapshot `number` into the table; what was not recorded is 0, as the table has it. */
function write(recorded: RecordedChain, number: number, slots: readonly number[], table: QuoteTable): void {
  const { begins, leg, values, at } = recorded
  for (let row = begins[number]!; row < begins[number + 1]!; row += 1) {
    const slot = leg[row]! < 0 ? -1 : slots[leg[row]!]!
    if (slot < 0) continue
    const value = (index: number) => values[row * CHAIN_VALUES + index]! || 0
    table.lastPrice[slot] = value(LTP)
    table.bidPrice[slot * DEPTH_LEVELS] = value(BID)
    table.askPrice[slot * DEPTH_LEVELS] = value(ASK)
    table.askQuantity[slot * DEPTH_LEVELS] = value(ASK_QUANTITY)
    table.volume[slot] = value(VOLUME)
    table.openInterest[slot] = value(INTEREST)
    table.lastTradeAt[slot] = table.receivedAt[slot] = at[number]!
  }
}
