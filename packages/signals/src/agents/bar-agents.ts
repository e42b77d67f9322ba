import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BarAgent, BarAgentSetup, FiveMinutes } from './bar-agent.ts'
import { GuardedAgent, type RunningAgent } from './guarded-agent.ts'
import { IMPLEMENTATIONS } from './implementations.ts'
import { AGENTS, type Agent } from '../registry/registry.ts'

type BarAgentName = Extract<Agent, { readonly reads: 'bars' }>['name']

type GuardedBarAgents = {
  readonly [N in BarAgentName]: GuardedAgent<ReturnType<(typeof IMPLEMENTATIONS)[N]['make']>>
}

/** Every agent of the registry that reads closed bars, fed in the order of the registry. */
export class BarAgents {
  readonly byName: GuardedBarAgents
  readonly #sessions: ((opensAt: EpochMs) => void)[] = []
  readonly #minutes: ((minute: Candle, futureVolume: number) => void)[] = []
  readonly #fives: ((bars: FiveMinutes) => void)[] = []

  /** `withoutShadowAgents`: those stay without input, and so stale. */
  constructor(setup: BarAgentSetup, withoutShadowAgents = false) {
    const made = AGENTS.filter((agent) => agent.reads === 'bars').map(({ name, ttl, role }) => {
      const guarded = new GuardedAgent<RunningAgent>(IMPLEMENTATIONS[name].make(setup), setup.params.ttl[ttl])
      if (role.kind !== 'shadow' || !withoutShadowAgents) this.#feed(guarded, IMPLEMENTATIONS[name])
      return [name, guarded] as const
    })
    // The keys are those of the registry, which fromEntries forgets.
    this.byName = Object.fromEntries(made) as unknown as GuardedBarAgents
  }

  startSession(opensAt: EpochMs): void {
    for (const start of this.#sessions) start(opensAt)
  }

  /** A closed one-minute bar, before the bars it completes. `futureVolume`: NaN when not known. */
  pushMinute(minute: Candle, futureVolume: number): void {
    for (const push of this.#minutes) push(minute, futureVolume)
  }

  pushFiveMinutes(bars: FiveMinutes): void {
    for (const push of this.#fives) push(bars)
  }

  #feed(guarded: GuardedAgent<RunningAgent>, implementation: BarAgent<RunningAgent>): void {
    if (implementation.startSession !== undefined)
      this.#sessions.push((opensAt) => guarded.update((agent) => implementation.startSession!(agent, opensAt)))
    if (implementation.onMinute !== undefined)
      this.#minutes.push((minute, volume) => guarded.update((agent) => implementation.onMinute!(agent, minute, volume)))
    if (implementation.onFiveMinutes !== undefined)
      this.#fives.push((bars) => guarded.update((agent) => implementation.onFiveMinutes!(agent, bars)))
  }
}
