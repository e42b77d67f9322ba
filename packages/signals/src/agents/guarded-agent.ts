import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { agentSignal, type AgentOutput, type AgentExplanation, type SignalContext } from './agent-output.ts'
import type { AgentSignal } from './signal.ts'

export interface RunningAgent extends AgentOutput {
  explanation(): AgentExplanation
  /** For how long the reading speaks, where that is not a matter of its age; undefined: its age counts. */
  readonly span?: { readonly validUntil: EpochMs; readonly staleAt: EpochMs } | undefined
}

/**
 * Keeps one agent's failure to itself: an agent that throws, or whose strength is not a number, reports neutral with
 * strength 0 and reason `error`, counts as stale, and never takes the others down (signals reference §2). The same is
 * served of one whose reasons hold what is not a number; that changes no decision, which reads the numbers alone. Also
 * remembers the signal it last explained.
 */
export class GuardedAgent<A extends RunningAgent> {
  readonly agent: A
  /** Message of the last failure; undefined while the agent works. */
  failure: string | undefined
  readonly #ttlMs: number
  #revision = 0
  #output: { signal: AgentSignal; revision: number; stale: boolean } | undefined

  /** `ttlMs`: age of the newest input at which the agent no longer speaks for now. */
  constructor(agent: A, ttlMs: number) {
    this.agent = agent
    this.#ttlMs = ttlMs
  }

  /** Lets the agent take in something new. */
  update(work: (agent: A) => void): void {
    this.#revision += 1
    try {
      work(this.agent)
      const { strength } = this.agent
      this.failure = strength >= 0 && strength <= 1 ? undefined : `a strength of ${strength}`
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error)
    }
  }

  /** `inputPoor`: too many of its bars had no tick. */
  isStale(now: EpochMs, inputPoor: boolean): boolean {
    const { span, asOf } = this.agent
    return this.failure !== undefined || inputPoor || now > (span?.staleAt ?? asOf + this.#ttlMs)
  }

  /** The signal as served; the same object as long as nothing changed. */
  signal(now: EpochMs, inputPoor: boolean, context: SignalContext): AgentSignal {
    const stale = this.isStale(now, inputPoor)
    const output = this.#output
    if (output !== undefined && output.revision === this.#revision && output.stale === stale) return output.signal
    const validUntil = this.agent.span?.validUntil ?? ((this.agent.asOf + this.#ttlMs) as EpochMs)
    const explanation = this.#explanation()
    const signal = agentSignal(
      this.agent,
      explanation ?? FAILED,
      validUntil,
      stale || explanation === undefined,
      context,
    )
    this.#output = { signal, revision: this.#revision, stale }
    return signal
  }

  /** Undefined: the agent has failed, or cannot explain what it read. */
  #explanation(): AgentExplanation | undefined {
    if (this.failure !== undefined) return undefined
    try {
      const explanation = this.agent.explanation()
      return isServable(explanation) ? explanation : undefined
    } catch {
      return undefined
    }
  }
}

/** Reason of an agent that failed. */
export interface AgentFailure {
  readonly code: 'agent.failed'
}

const FAILED: AgentExplanation<'error', AgentFailure> = {
  inputs: [],
  reasons: [{ code: 'error', message: { code: 'agent.failed' }, effect: 0 }],
}

/** JSON has no word for what is not a number: every figure is one, or is left out. */
function isServable({ reasons, components = {}, sentiment = 0 }: AgentExplanation): boolean {
  const figures = reasons.flatMap(({ effect, value = 0, threshold = 0 }) => [effect, value, threshold])
  return (
    [...figures, ...Object.values(components), sentiment].every(Number.isFinite) &&
    reasons.every(({ message }) => hasFigures(message))
  )
}

/** Whether each parameter of a message, and of those inside it, can be shown: numbers are finite, nothing is left out. */
function hasFigures(parameter: unknown): boolean {
  if (typeof parameter === 'number') return Number.isFinite(parameter)
  if (typeof parameter === 'object' && parameter !== null) return Object.values(parameter).every(hasFigures)
  return parameter !== undefined && parameter !== null
}
