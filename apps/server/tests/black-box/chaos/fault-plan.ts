import { createHash } from 'node:crypto'

/**
 * What a fault proxy can do to one message: a request and its reply over HTTP, a frame of a WebSocket, a chunk a client
 * sends over plain TCP with whatever comes back for it. In this order: the first that a message draws is the one it gets.
 *
 * - `reset`: the connection is reset, and the message was never delivered.
 * - `black_hole`: the message and all that follows on its connection disappears; the line stays open until the storm ends.
 * - `drop_reply`: the message is delivered and answered, the answer is not: the connection is reset instead.
 * - `silent_reply`: the same, but the line stays open and silent.
 * - `cut`: the reply ends after a few bytes, then the connection is reset.
 * - `repeat`: the message is delivered twice. Never drawn for an HTTP request unless its rule names it.
 * - `delay`: the message waits, each for a time of its own.
 */
const FAULT_KINDS = ['reset', 'black_hole', 'drop_reply', 'silent_reply', 'cut', 'repeat', 'delay'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** How often each kind strikes a message, 0 to 1, and how hard. */
export interface FaultPlan {
  readonly seed: number | string
  readonly chance: Partial<Readonly<Record<FaultKind, number>>>
  /** Longest wait of `delay`, in real milliseconds; each one's own is drawn below it. */
  readonly delayMs?: number
  /** `cut` lets at most this many bytes of the reply through. */
  readonly cutBytes?: number
}

/** Which message is meant: the connection by the order of arrival, the message by its order on the connection. */
export interface MessageId {
  readonly connection: number
  readonly message: number
}

export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'cut'; readonly bytes: number }
  | { readonly kind: Exclude<FaultKind, 'delay' | 'cut'> }

const DEFAULT_DELAY_MS = 200
const DEFAULT_CUT_BYTES = 40

/**
 * What happens to one message: the same for the same seed, connection and message, whatever else happened, so that
 * taking one fault away leaves all others as they were.
 */
export function faultFor(plan: FaultPlan, id: MessageId): Fault | undefined {
  const kind = FAULT_KINDS.find((one) => unitOf(plan.seed, one, id) < (plan.chance[one] ?? 0))
  if (kind === undefined) return undefined
  const strength = unitOf(plan.seed, `${kind}.strength`, id)
  if (kind === 'delay') return { kind, ms: Math.ceil(strength * (plan.delayMs ?? DEFAULT_DELAY_MS)) }
  if (kind === 'cut') return { kind, bytes: 1 + Math.floor(strength * (plan.cutBytes ?? DEFAULT_CUT_BYTES)) }
  return { kind }
}

/** A number in [0, 1) that follows from what it is asked for alone. */
function unitOf(seed: number | string, kind: string, { connection, message }: MessageId): number {
  const digest = createHash('sha256').update(`${seed}/${kind}/${connection}/${message}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}

/** The fault conditions of one service: the current plan, what it has done so far, and who waits for its end. */
export class FaultConditions {
  readonly #fired = new Map<FaultKind, number>()
  #plan: FaultPlan | undefined
  #ended = Promise.withResolvers<void>()

  /** Lets a storm begin. */
  chaosRun(plan: FaultPlan): void {
    this.#plan = plan
  }

  /** Ends it: what hangs in a silent line is cut, and every later message passes unharmed. */
  clear(): void {
    this.#plan = undefined
    this.#ended.resolve()
    this.#ended = Promise.withResolvers<void>()
  }

  /** Resolves when the current fault is over. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Draws the fate of a message and counts it. `spared`: kinds that may not strike it. */
  draw(id: MessageId, spared: readonly FaultKind[] = []): Fault | undefined {
    if (this.#plan === undefined) return undefined
    const chance = { ...this.#plan.chance }
    for (const kind of spared) chance[kind] = 0
    const fault = faultFor({ ...this.#plan, chance }, id)
    if (fault !== undefined) this.#fired.set(fault.kind, (this.#fired.get(fault.kind) ?? 0) + 1)
    return fault
  }

  /** How often each kind has struck. */
  get fired(): Readonly<Partial<Record<FaultKind, number>>> {
    return Object.fromEntries(this.#fired)
  }
}
