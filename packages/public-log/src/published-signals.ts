import { AGENT_NAMES, type AgentName } from '@strikewise/signals/registry/registry.ts'
import type { AgentSignal, SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SignalEntryBody } from './entry-bodies.ts'

interface PublishedSignal {
  readonly signal: AgentSignal
  readonly identity: string
}

/**
 * What the agents of one index reported last, on record. A signal is recorded again when what it reports has changed: bias,
 * strength in percent, whether it is stale, its regime, its end, or a reason's message or effect to two places. Figures of
 * a message move with every tick; only a change of their sign counts, at two decimals.
 */
export class PublishedSignals {
  readonly #symbol: IndexSymbol
  readonly #published = new Map<AgentName, PublishedSignal>()

  constructor(symbol: IndexSymbol) {
    this.#symbol = symbol
  }

  /** What has to be put on record before `signals` may be shown; empty when nothing new is reported. */
  newIn(signals: SignalSet, at: EpochMs): SignalEntryBody[] {
    return AGENT_NAMES.filter((agent) => this.#published.get(agent)?.identity !== essenceOf(signals[agent])).map(
      (agent) => ({
        v: 2,
        kind: 'signal',
        at,
        symbol: this.#symbol,
        agent,
        signal: recordable(signals[agent]),
      }),
    )
  }

  /** These statements are on record now. */
  recorded(statements: readonly SignalEntryBody[]): void {
    for (const { agent, signal } of statements) this.#published.set(agent, { signal, identity: essenceOf(signal) })
  }

  /**
   * `signals` as they may be shown: each shows what is on record; its instants and measurements are current.
   * Undefined while an agent has reported something else since.
   */
  shown(signals: SignalSet): SignalSet | undefined {
    const shown = {} as Record<AgentName, AgentSignal>
    for (const agent of AGENT_NAMES) {
      const published = this.#published.get(agent)
      if (published === undefined || published.identity !== essenceOf(signals[agent])) return undefined
      const { bias, strength, reasons } = published.signal
      shown[agent] = { ...signals[agent], bias, strength, reasons }
    }
    return shown
  }
}

function essenceOf({ bias, strength, stale, reasons, meta }: AgentSignal): string {
  return JSON.stringify([
    bias,
    Math.round(100 * strength),
    stale,
    meta.regime,
    meta.until,
    reasons.map(({ code, message, effect }) => [code, shapeOf(message), Math.round(100 * effect)]),
  ])
}

/** A parameter, or a message with its parameters, with the sign of each number in its place: zero where two decimals show none. */
function shapeOf(parameter: unknown): unknown {
  if (typeof parameter === 'number') return Math.sign(Math.round(100 * parameter))
  if (Array.isArray(parameter)) return parameter.map(shapeOf)
  if (typeof parameter !== 'object' || parameter === null) return parameter
  return Object.entries(parameter).map(([name, value]) => [name, shapeOf(value)])
}

/** The signal without figures that are not known: JSON has no name for them, and one must not keep the others off record. */
function recordable(signal: AgentSignal): AgentSignal {
  const reasons = signal.reasons.map(({ value, ...reason }) =>
    value === undefined || !Number.isFinite(value) ? reason : { ...reason, value },
  )
  const { components, ...meta } = signal.meta
  const known = Object.entries(components ?? {}).filter(([, value]) => Number.isFinite(value))
  return {
    ...signal,
    reasons,
    meta: components === undefined ? meta : { ...meta, components: Object.fromEntries(known) },
  }
}
