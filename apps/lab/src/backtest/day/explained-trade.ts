import { AGENT_NAMES } from '@strikewise/signals/registry/registry.ts'
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { stopTrigger } from '@strikewise/domain/stop-loss/stop-levels.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import type { Pricing } from './day-market.ts'
import type { AgentExplanation, BacktestTrade, BarWindow, ExplainedTrade } from './day-result.ts'
import type { SimPosition } from './sim-position.ts'

/** Reasons of one agent that are kept with a trade, strongest first. */
const MAX_REASONS = 4
/** Minutes of the index kept before the decision and after the exit. */
const WINDOW = { before: 45, after: 15 } as const

/** What a position came from. */
export interface Origin {
  readonly decision: Decision
  readonly entry: EntryPlan
  readonly words: readonly AgentExplanation[]
}

/** What the agents report, in the English texts of the product. */
export function explanationOf(signals: SignalSet): AgentExplanation[] {
  return AGENT_NAMES.map((agent) => ({ agent, signal: signals[agent] })).map(({ agent, signal }) => ({
    agent,
    bias: signal.bias,
    signed: signal.bias === 'bullish' ? signal.strength : signal.bias === 'bearish' ? -signal.strength : 0,
    stale: signal.stale,
    reasons: signal.reasons.slice(0, MAX_REASONS).map(({ message }) => rendererOf('en').text(message as Message)),
  }))
}

/** How a position ended; undefined when it never was one. Throws when it is still live: a day ends flat. */
export function resultOfPosition(position: SimPosition, origin: Origin, pricing: Pricing): BacktestTrade | undefined {
  const { trade } = position
  if (trade.state === 'abandoned') return undefined
  if (trade.state !== 'closed' || trade.result === null)
    throw new Error(`${trade.id} is still ${trade.state} at the end of the day`)
  const { decision } = origin
  const { contract, entryPrice, risk, quantity, result } = trade
  const exitPrice = position.fills.at(-1)!.price
  const given = quantity * (entryPrice - position.midAtEntry + (position.midAtExit - exitPrice))
  return {
    symbol: contract.symbol,
    day: trade.on,
    pricing,
    direction: trade.direction,
    contract: contract.tradingsymbol,
    strike: contract.strike,
    side: contract.side,
    expiry: contract.expiry,
    lots: trade.lots,
    quantity,
    decidedAt: trade.createdAt,
    enteredAt: trade.enteredAt,
    exitedAt: trade.closedAt,
    exitReason: trade.exitReason,
    entryPrice,
    exitPrice,
    risk,
    firstTrigger: stopTrigger(entryPrice, risk, contract.tickSize),
    lastTrigger: trade.trigger,
    target: targetOfTrade({ ...trade, state: 'exiting', exitSince: trade.closedAt }),
    gross: result.gross,
    charges: result.charges,
    net: result.net,
    slippage: Math.round(given) as Paise,
    r: result.net / (risk * quantity),
    bestBid: position.bestBid as Paise,
    worstBid: (Number.isFinite(position.worstBid) ? position.worstBid : exitPrice) as Paise,
    spotAtDecision: decision.spot,
    delta: origin.entry.delta,
    score: decision.score,
    coverage: decision.coverage,
    isRecovery: trade.recoveryOf !== undefined,
  }
}

/** Adds what explains a trade of ours. `mids`: middle of the option's book at the end of each minute held. */
export function explained(
  trade: BacktestTrade,
  origin: Origin,
  mids: readonly number[],
  bars: readonly Candle[],
): ExplainedTrade {
  const { decision, words } = origin
  const contributions = decision.contributions.map(({ agent, weight, signed, stale }) => ({
    agent,
    weight,
    signed,
    stale,
  }))
  return { ...trade, contributions, words, mids, bars: windowOf(bars, trade) }
}

function windowOf(bars: readonly Candle[], { decidedAt, exitedAt }: BacktestTrade): BarWindow {
  const minute = (at: number) => at - (at % MINUTE_MS)
  const from = Math.max(bars[0]!.start, minute(decidedAt) - WINDOW.before * MINUTE_MS) as EpochMs
  const to = Math.min(bars.at(-1)!.start, minute(exitedAt) + WINDOW.after * MINUTE_MS)
  const prices = Array.from({ length: 4 * Math.max(0, (to - from) / MINUTE_MS + 1) }, () => 0)
  for (const { start, open, high, low, close } of bars)
    if (start >= from && start <= to) {
      const at = (4 * (start - from)) / MINUTE_MS
      for (const [i, price] of [open, high, low, close].entries()) prices[at + i] = price
    }
  return { from, prices }
}
