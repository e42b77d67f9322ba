import { signedStrength, type AgentOutput } from '../agents/agent-output.ts'
import type { BlockRule } from '../agents/market-block-signal.ts'
import { SIGNALS_VERSION, type SignalParams } from '../agents/params.ts'
import { VOTING_AGENTS, type Voter } from '../agents/registry.ts'
import type { Regime } from '../agents/sideways-signal.ts'
import { points } from '../agents/number-text.ts'
import type { IndexSymbol } from '../instruments/contract.ts'
import type { Paise } from '../money/paise.ts'
import { istIso, MINUTE_MS, msOfIstDay, type EpochMs } from '../time/ist.ts'
import { combine } from './combine.ts'
import { decisionId } from './decision-id.ts'
import type { Contribution, Decision, Direction, NoTrade } from './decision.ts'
import { INITIAL_ENGINE_STATE, type EngineState } from './engine-state.ts'
import type { NoTradeCode } from './no-trade-codes.ts'
import type { StrikeChoice } from './entry-plan.ts'
import { agentTitle, CORE_AGENTS, flipsFor, OPPOSING_AGENTS, strikeRefusal } from './decision-text.ts'

/** Codes are from the list the canonical bytes know. */
type CodedNoTrade = NoTrade & { readonly code: NoTradeCode }

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

/** The figures an explanation is made from. */
export interface EngineEvaluation {
  readonly contributions: readonly Contribution[]
  readonly score: number
  readonly coverage: number
  readonly threshold: number
  readonly direction: Direction | null
  /** Evaluations in a row, this one included, whose score reached the threshold in this direction. */
  readonly streak: number
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
      else noTrade.push(strikeRefusal(choice, direction))
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
  #noTrade({ block, regime, spike }: Evaluation, standing: EngineEvaluation): CodedNoTrade[] {
    const { score, coverage, threshold, direction, streak, contributions } = standing
    const params = this.#params
    const against: CodedNoTrade[] = block.stale
      ? [{ code: 'market_block', text: 'The market block has not been evaluated lately.' }]
      : block.rules.map(({ code, text }) => ({ code, text }))
    if (!regime.stale && regime.regime === 'range')
      against.push({ code: 'regime_range', text: 'The market moves sideways: no trades in a range.' })
    if (spike.paused)
      against.push({
        code: 'spike_pause',
        text: 'The index jumped: no entry for a minute, and not before spreads are narrow again.',
      })
    if (!this.#covered(coverage)) {
      const stale = contributions
        .filter((contribution) => contribution.stale)
        .map((contribution) => agentTitle(contribution.agent))
      against.push({
        code: 'coverage_low',
        text: `Only ${coverage.toFixed(2)} of the weight is up to date, ${params.minCoverage.toFixed(2)} is needed (old: ${stale.join(', ')}).`,
      })
    }
    if (direction === null || Math.abs(score) < threshold - 1e-9) {
      against.push({
        code: 'score_low',
        text: `The score is ${points(score)}, it needs ${threshold.toFixed(2)} either way.`,
      })
      return against
    }
    if (this.#covered(coverage) && streak < params.evaluations)
      against.push({ code: 'unconfirmed', text: 'The score must hold for a second minute.' })
    const sign = direction === 'up' ? 1 : -1
    const agreeing = contributions.filter(
      (contribution) => CORE_AGENTS.names.has(contribution.agent) && contribution.signed * sign > 0,
    ).length
    if (agreeing < params.agreeing)
      against.push({
        code: 'no_agreement',
        text: `Only ${agreeing} of the ${CORE_AGENTS.listed} agents point ${direction}, ${params.agreeing} are needed.`,
      })
    for (const contribution of contributions)
      if (OPPOSING_AGENTS.names.has(contribution.agent) && contribution.signed * sign <= -params.opposing)
        against.push({
          code: 'opposed',
          text: `${agentTitle(contribution.agent)} points the other way with ${Math.abs(contribution.signed).toFixed(2)}.`,
        })
    return against
  }
}
