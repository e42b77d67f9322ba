import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { isHeld, isLive, type HeldTrade } from '@strikewise/execution/trade/trade.ts'
import type { Environment } from './environment.ts'

/** From one device to the other, and from a decision to a press. */
const OTHER_DEVICE_MS = 7
const AFTER_DECISION_MS = [60, 400] as const
/** From one act to the next of the same user. */
const SOON_MS = 300

/**
 * What a user asks for their trades in the product, now and then. Way 1: the newest is exited; 2: all are, from two devices at
 * once; 3: its stop is raised half way to the bid; 4: to just under the bid; 5: above it, for the price has moved meanwhile;
 * 6: its target is lowered to just above the bid. 7 and 8: a page that shows what was so before asks for a target above the one
 * in force, or for a stop under it, as a later act than one that went further. A part of it is sold too: way 1: half of it; 2: all
 * but one lot, from two devices at once; 3: half of it, and all of it a moment later.
 */
export function runUserInstructions(environment: Environment, account: string): void {
  const way = environment.chooser.choose('instructs', account)
  if (way === 1) exit(environment, account)
  if (way === 2) exitAll(environment, account)
  if (way > 2) tighten(environment, account, way)
  const part = environment.chooser.choose('reduces', account)
  if (part > 0) reduce(environment, account, part)
}

/** A call of ours is about to leave: its user asks for something just then. Way 1: exit; 2: a higher stop; 3: exit all. */
export function runUserInstructionsAtCall(environment: Environment, account: string, call: string): void {
  if (!environment.store.tradesOf(account).some(isLive)) return
  const way = environment.chooser.choose('instructs_at_call', `${account} ${call}`)
  if (way === 1) exit(environment, account)
  if (way === 2) tighten(environment, account, 3)
  if (way === 3) exitAll(environment, account)
  const part = environment.chooser.choose('reduces_at_call', `${account} ${call}`)
  if (part > 0) reduce(environment, account, part)
}

/** A user exits a trade that is being entered. */
export function runUserInstructionsAtDecision(environment: Environment, decisionId: string): void {
  const { accounts, chooser, time } = environment
  for (const account of accounts) {
    const way = chooser.choose('instructs_entry', `${account} ${decisionId}`)
    if (way > 0) time.after(AFTER_DECISION_MS[way - 1]!, () => exit(environment, account))
  }
}

function exit(environment: Environment, account: string): void {
  const trade = environment.store.tradesOf(account).findLast(isLive)
  if (trade !== undefined) environment.instruct(account, { tradeId: trade.id, kind: 'exit' })
}

function exitAll(environment: Environment, account: string): void {
  const press = () => {
    for (const trade of environment.store.tradesOf(account).filter(isLive))
      environment.instruct(account, { tradeId: trade.id, kind: 'exit' })
  }
  press()
  environment.time.after(OTHER_DEVICE_MS, press)
}

/** What is asked for is what the pages show to hold on: two of them that show the same ask for the same. */
function reduce(environment: Environment, account: string, way: number): void {
  const trade = environment.store.tradesOf(account).findLast((one): one is HeldTrade => isHeld(one))
  if (trade === undefined) return
  const { lotSize } = trade.contract
  const lots = Math.floor((trade.quantity - (trade.reduced ?? 0)) / lotSize)
  if (lots < 2) return
  const units = (way === 2 ? 1 : Math.floor(lots / 2)) * lotSize
  const press = () => environment.instruct(account, { tradeId: trade.id, kind: 'reduce', units })
  press()
  if (way === 2) environment.time.after(OTHER_DEVICE_MS, press)
  if (way === 3) environment.time.after(SOON_MS, () => exit(environment, account))
}

function tighten(environment: Environment, account: string, way: number): void {
  const trade = environment.store.tradesOf(account).findLast((one): one is HeldTrade => isHeld(one))
  if (trade === undefined) return
  const { quotes } = environment.market
  const bid = quotes.bestBid(quotes.slotOf(trade.contract.token))
  if (bid <= OPTION_TICK) return
  const { id: tradeId, trigger } = trade
  if (way === 6) return environment.instruct(account, { tradeId, kind: 'target', price: tick(bid * 1.02) })
  if (way === 7) return environment.instruct(account, { tradeId, kind: 'target', price: tick(bid * 1.5) })
  if (way === 8) return environment.instruct(account, { tradeId, kind: 'stop', price: tick(trigger * 0.95) })
  const price = way === 3 ? tick((trigger + bid) / 2) : way === 4 ? tick(bid * 0.995) : tick(bid * 1.01)
  if (price > trigger) environment.instruct(account, { tradeId, kind: 'stop', price })
}

function tick(price: number): Paise {
  return (Math.max(1, Math.round(price / OPTION_TICK)) * OPTION_TICK) as Paise
}
