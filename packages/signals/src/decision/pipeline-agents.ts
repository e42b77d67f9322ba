import type { SignalContext } from '../agents/agent-output.ts'
import type { BarFreshness } from '../agents/bar-freshness.ts'
import { signalHash } from '../registry/config-hash.ts'
import type { RunningAgent, GuardedAgent } from '../agents/guarded-agent.ts'
import { OPTION_CHAIN_AGENT } from '../registry/definitions/option-chain-agent.ts'
import { byAgent, byVoter, type Agent, type AgentName } from '../registry/registry.ts'
import type { AgentSignal, SignalSet } from '../agents/signal.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Evaluation } from './engine.ts'

/** The running agents of one index: what all of them report, and what those that vote bring to a decision. */
export class PipelineAgents {
  readonly #agents: Readonly<Record<AgentName, GuardedAgent<RunningAgent>>>
  readonly #contexts: Readonly<Record<AgentName, SignalContext>>
  readonly #freshness: BarFreshness
  readonly #withoutInputs: readonly AgentName[]
  #signals: SignalSet | undefined

  /** `freshness`: of the bars that agents of the kind `bars` read. `withoutInputs`: agents that count as stale throughout. */
  constructor(
    agents: Readonly<Record<AgentName, GuardedAgent<RunningAgent>>>,
    freshness: BarFreshness,
    context: SignalContext,
    withoutInputs: readonly AgentName[] = [],
  ) {
    this.#agents = agents
    this.#freshness = freshness
    this.#withoutInputs = withoutInputs
    this.#contexts = byAgent((agent) => ({ ...context, configHash: signalHash(agent, context.configHash) }))
  }

  /** Every agent at `now`, by name; the same object while nothing changed. */
  signals(now: EpochMs): SignalSet {
    const known = this.#signals
    let same = true
    const next = byAgent((agent): AgentSignal => {
      const { name } = agent
      const signal = this.#agents[name].signal(now, this.#isInputPoor(agent), this.#contexts[name])
      same &&= known?.[name] === signal
      return signal
    })
    if (known !== undefined && same) return known
    this.#signals = next
    return next
  }

  /** The agents that vote, at `at`. Their readings are live objects. */
  votes(at: EpochMs): Evaluation['votes'] {
    return byVoter((name, _, agent) => {
      const running = this.#agents[name]
      return { reading: running.agent, stale: running.isStale(at, this.#isInputPoor(agent)) }
    })
  }

  #isInputPoor({ name, reads }: Pick<Agent, 'name' | 'reads'>): boolean {
    // Where no chain is on record, what is modelled in its place is no input.
    const isChainAbsent = reads === 'minutes_and_chain' && this.#withoutInputs.includes(OPTION_CHAIN_AGENT.name)
    return (reads === 'bars' && this.#freshness.poor) || isChainAbsent || this.#withoutInputs.includes(name)
  }
}
