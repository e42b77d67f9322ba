import type { Direction } from '@strikewise/domain/trading/direction.ts'
import { signedStrength, type AgentOutput } from '../agents/agent-output.ts'
import type { BlockRule } from '../agents/market-block-signal.ts'
import { SIGNALS_VERSION, type SignalParams } from '../registry/params.ts'
import { VOTING_AGENTS, type Voter } from '../registry/registry.ts'
import type { Regime } from '../registry/definitions/sideways-agent.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, MINUTE_MS, msOfIstDay, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { combine } from './combine.ts'
import { decisionId } from './decision-id.ts'
import { CORE_AGENTS, OPPOSING_AGENTS } from './agent-groups.ts'
import type { Contribution, Decision } from './decision.ts'
import type { EngineEvaluation } from './engine-evaluation.ts'
import { INITIAL_ENGINE_STATE, type EngineState } from './engine-state.ts'
import type { StrikeChoice } from './entry-plan.ts'
import { flipsFor } from './flips.ts'
import type { NoTradeOf, NoTradeReason } from '../agents/no-trade-reason.ts'
import { strikeReason } from './strike-reason.ts'

type NoTrade = NoTradeOf<NoTradeReason>

export interface AgentVote {
  readonly reading: AgentOutput
  readonly stale: boolean
}

/** What a jump of the index means for this minute (signals reference §1.8). */
export interface SpikePause {
  /** Nothing is entered: a jump is less than a minute old, or spreads are still wide. */
  readonly paused: boolean
  /** Statistic L of the minute that just closed when it was a spike, signed; else 0. */
  readonly l: number
  /** Least length of a pause, ms. */
  readonly pauseMs: number
}

/** Everything one evaluation reads. */
export interface Evaluation {
  /** End of the closed one-minute bar. */
  readonly barEnd: EpochMs
  readonly votes: Readonly<Record<Voter, AgentVote>>
  readonly block: { readonly stale: boolean; readonly rules: readonly BlockRule[] }
  readonly regime: { readonly stale: boolean; readonly regime: Regime }
  readonly spike: SpikePause
  readonly spot: Paise
  readonly atr5: Paise
  /** Asked only when everything else allows the trade. */
  readonly chooseStrike: (direction: Direction) => StrikeChoice
}

/**
 * Turns the agents' readings into one decision a closed minute (signals reference §3.1). It knows no user: who may act
 * on a decision, and how much, is each account's business. Same readings in the same order, same decisions.
 */
export class DecisionEngine {
  readonly #symbol: IndexSymbol
  readonly #params: SignalParams['engine']
  readonly #configHash: string
  #state: EngineState
  readonly #texts: Partial<Record<Voter, { at: EpochMs; text: string }>> = {}

  constructor(symbol: IndexSymbol, params: SignalParams['engine'], configHash: string, state = INITIAL_ENGINE_STATE) {
    this.#symbol = symbol
    this.#params = params
    this.#configHash = configHash
    this.#state = state
  }

  /** What the next evaluation starts from. */
  get state(): EngineState {
    return this.#state
  }

  evaluate(evaluation: Evaluation): Decision {
    const standing = this.#evaluateVotes(evaluation)
    const noTrade = this.#noTrade(evaluation, standing)
    const { direction } = standing
    let entry: Decision['entry'] = null
    if (noTrade.length === 0 && direction !== null) {
      const choice = evaluation.chooseStrike(direction)
      if (choice.found) entry = choice.entry
      else noTrade.push(strikeReason(choice, direction))
    }
    const action = entry === null ? 'none' : direction === 'up' ? 'buy_call' : 'buy_put'
    return {
      id: decisionId(this.#symbol, evaluation.barEnd, direction, this.#configHash),
      symbol: this.#symbol,
      barEnd: evaluation.barEnd,
      action,
      direction,
      score: standing.score,
      coverage: standing.coverage,
      threshold: standing.threshold,
      spike: evaluation.spike.l,
      contributions: standing.contributions,
      noTrade,
      entry,
      spot: evaluation.spot,
      atr5: evaluation.atr5,
      flips: flipsFor(standing, noTrade, entry !== null, this.#params),
      version: SIGNALS_VERSION,
      configHash: this.#configHash,
    }
  }

  #evaluateVotes({ barEnd, votes, spike }: Evaluation): EngineEvaluation {
    const contributions = VOTING_AGENTS.map(({ name: agent, role }): Contribution => {
      const { reading, stale } = votes[agent]
      return {
        agent,
        bias: stale ? 'neutral' : reading.bias,
        weight: this.#params.weights[agent],
        // A jump protects first: it votes once the pause is over.
        signed: stale || (role.waitsAfterSpike && spike.paused) ? 0 : signedStrength(reading),
        stale,
        asOf: this.#asOf(agent, reading.asOf),
      }
    })
    const { score, coverage } = combine(contributions)
    const direction: Direction | null = score > 0 ? 'up' : score < 0 ? 'down' : null
    const threshold = this.#threshold(barEnd)
    const reached = this.#covered(coverage) && Math.abs(score) >= threshold - 1e-9
    const before = this.#state
    const consecutive = barEnd - before.barEnd === MINUTE_MS && direction === before.direction
    const streak = reached ? (consecutive ? before.streak + 1 : 1) : 0
    this.#state = { streak, direction, barEnd }
    return { contributions, score, coverage, threshold, direction, streak }
  }

  /** Bar agents keep their instant for five minutes: its text is written once. */
  #asOf(agent: Voter, at: EpochMs): string {
    const known = this.#texts[agent]
    if (known?.at === at) return known.text
    const text = istIso(at)
    this.#texts[agent] = { at, text }
    return text
  }

  /** 0.40; 0.05 more over lunch. */
  #threshold(barEnd: EpochMs): number {
    const { enter, lunchExtra, lunchFrom, lunchTo } = this.#params
    const minute = msOfIstDay(barEnd) / MINUTE_MS
    return minute >= lunchFrom && minute < lunchTo ? enter + lunchExtra : enter
  }

  #covered(coverage: number): boolean {
    return coverage >= this.#params.minCoverage - 1e-9
  }

  /** Every reason against a trade, most serious first. */
  #noTrade({ block, regime, spike }: Evaluation, standing: EngineEvaluation): NoTrade[] {
    const { score, coverage, threshold, direction, streak, contributions } = standing
    const params = this.#params
    const against: NoTrade[] = block.stale
      ? [{ code: 'market_block', message: { code: 'no_trade.market_block' } }]
      : block.rules.map(reasonOfRule)
    if (!regime.stale && regime.regime === 'range')
      against.push({ code: 'regime_range', message: { code: 'no_trade.regime_range' } })
    if (spike.paused)
      against.push({ code: 'spike_pause', message: { code: 'no_trade.spike_pause', pauseMs: spike.pauseMs } })
    if (!this.#covered(coverage)) {
      const agents = contributions.filter(({ stale }) => stale).map(({ agent }) => agent)
      against.push({
        code: 'coverage_low',
        message: { code: 'no_trade.coverage_low', coverage, needed: params.minCoverage, agents },
      })
    }
    if (direction === null || Math.abs(score) < threshold - 1e-9) {
      against.push({ code: 'score_low', message: { code: 'no_trade.score_low', score, threshold } })
      return against
    }
    if (this.#covered(coverage) && streak < params.evaluations)
      against.push({
        code: 'unconfirmed',
        message: { code: 'no_trade.unconfirmed', threshold, minutes: streak, more: params.evaluations - streak },
      })
    const sign = direction === 'up' ? 1 : -1
    const agreeing = contributions.filter(
      ({ agent, signed, weight }) => weight > 0 && CORE_AGENTS.includes(agent) && signed * sign > 0,
    ).length
    if (agreeing < params.agreeing)
      against.push({
        code: 'no_agreement',
        message: {
          code: 'no_trade.no_agreement',
          agreeing,
          needed: params.agreeing,
          agents: CORE_AGENTS,
          direction,
        },
      })
    // An agent without a vote neither agrees nor opposes.
    for (const { agent, signed, weight } of contributions)
      if (weight > 0 && OPPOSING_AGENTS.includes(agent) && signed * sign <= -params.opposing)
        against.push({
          code: 'opposed',
          message: { code: 'no_trade.opposed', agent, score: signed, limit: params.opposing },
        })
    return against
  }
}

/** A rule as a reason: without the figures the agent shows beside it. */
function reasonOfRule({ code, message }: BlockRule): NoTrade {
  // A part of the pair it came from.
  return { code, message } as NoTrade
}
