import { AGENTS, type Agent } from '../registry/registry.ts'
import type { SignalParams } from '../registry/params.ts'
import type { ChainMinute, ChainMinuteAgent } from './chain-minute-agent.ts'
import { GuardedAgent, type RunningAgent } from './guarded-agent.ts'
import { CHAIN_MINUTE_IMPLEMENTATIONS } from './implementations.ts'

type ChainMinuteAgentName = Extract<Agent, { readonly reads: 'minutes_and_chain' }>['name']

/** Every agent of the registry that reads closed minutes of the index and the option chain together. */
export class ChainMinuteAgents {
  readonly byName: Readonly<Record<ChainMinuteAgentName, GuardedAgent<RunningAgent>>>
  readonly #pushes: ((minute: ChainMinute) => void)[] = []

  /** `withoutShadowAgents`: those stay without input, and so stale. */
  constructor(params: SignalParams, withoutShadowAgents = false) {
    const made = AGENTS.filter((agent) => agent.reads === 'minutes_and_chain').map(({ name, ttl, role }) => {
      const implementation: ChainMinuteAgent<RunningAgent> = CHAIN_MINUTE_IMPLEMENTATIONS[name]
      const guarded = new GuardedAgent(implementation.make(params), params.ttl[ttl])
      if (role.kind !== 'shadow' || !withoutShadowAgents)
        this.#pushes.push((minute) => guarded.update((agent) => implementation.onMinute(agent, minute)))
      return [name, guarded] as const
    })
    // The keys are those of the registry, which fromEntries forgets.
    this.byName = Object.fromEntries(made) as unknown as ChainMinuteAgents['byName']
  }

  /** A minute has closed; comes after the chain's own minute. */
  push(minute: ChainMinute): void {
    for (const push of this.#pushes) push(minute)
  }
}
