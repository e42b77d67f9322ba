import type { SignalParams } from '../registry/params.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { CORE_AGENTS, OPPOSING_AGENTS } from './agent-groups.ts'
import type { EngineEvaluation } from './engine-evaluation.ts'
import type { Flip } from './flip.ts'
import type { NoTradeOf, NoTradeReason } from '../agents/no-trade-reason.ts'

/** What would have to change for the answer to flip. */
export function flipsFor(
  standing: EngineEvaluation,
  noTrade: readonly NoTradeOf<NoTradeReason>[],
  trades: boolean,
  params: SignalParams['engine'],
): Flip[] {
  if (trades) return whatWouldStop(standing, params)
  const others = noTrade.filter(({ code }) => code !== 'score_low' && code !== 'opposed')
  return [
    ...others.map(({ message }) => flipOf(message)),
    ...whatWouldReach(standing),
    ...whatOpposes(standing, params),
  ]
}

function flipOf(reason: NoTradeReason): Flip {
  if (reason.code === 'no_trade.spike_pause') return { code: 'flip.calm_minute', pauseMs: reason.pauseMs }
  if (reason.code === 'no_trade.regime_range') return { code: 'flip.range_left' }
  if (reason.code === 'no_trade.coverage_low') return { code: 'flip.fresh_data' }
  if (reason.code === 'no_trade.unconfirmed') return { code: 'flip.holds', minutes: reason.more }
  if (reason.code === 'no_trade.no_agreement') return { code: 'flip.one_more_agrees', agents: CORE_AGENTS }
  if (reasonOf(reason.code) === 'no_liquid_strike') return { code: 'flip.liquid_contract' }
  return { code: 'flip.no_longer', reason }
}

/** For each agent that could do it alone: the signed strength that lifts the score to the threshold. */
function whatWouldReach({ score, coverage, threshold, direction, contributions }: EngineEvaluation): Flip[] {
  if (Math.abs(score) >= threshold - 1e-9 || coverage === 0) return []
  const sign = direction === 'down' ? -1 : 1
  const flips: Flip[] = []
  for (const { agent, signed, stale, weight } of contributions) {
    if (stale || weight === 0) continue
    const needed = signed * sign + ((threshold - score * sign) * coverage) / weight
    if (needed <= 1) flips.push({ code: 'flip.agent_reaches', agent, needed: needed * sign, now: signed })
  }
  return flips.length > 0 ? flips : [{ code: 'flip.more_than_one' }]
}

function whatOpposes({ direction, contributions }: EngineEvaluation, params: SignalParams['engine']): Flip[] {
  const sign = direction === 'up' ? 1 : -1
  return contributions
    .filter(
      ({ agent, signed, weight }) => weight > 0 && OPPOSING_AGENTS.includes(agent) && signed * sign <= -params.opposing,
    )
    .map(({ agent, signed }) => ({ code: 'flip.agent_stops_opposing', agent, now: signed }))
}

/** What would have kept this trade out. */
function whatWouldStop(
  { score, coverage, threshold, direction, contributions }: EngineEvaluation,
  params: SignalParams['engine'],
): Flip[] {
  const sign = direction === 'up' ? 1 : -1
  const flips: Flip[] = []
  for (const { agent, signed, stale, weight } of contributions) {
    if (stale || weight === 0) continue
    const limit = signed * sign - ((score * sign - threshold) * coverage) / weight
    if (limit > -1)
      flips.push({
        code: 'flip.agent_falls',
        agent,
        limit: limit * sign,
        now: signed,
        direction: sign === 1 ? 'up' : 'down',
      })
  }
  flips.push(
    { code: 'flip.opposing_agent', agents: OPPOSING_AGENTS, limit: -params.opposing * sign },
    { code: 'flip.any_filter' },
  )
  return flips
}
