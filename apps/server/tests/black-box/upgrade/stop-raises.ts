import type { SandboxStack } from '../../trading-stack.ts'

/** A raise of a stop that the product accepted. Instants are the market's, prices paise. */
export interface AskedRaise {
  readonly brokerUser: string
  readonly trigger: number
  readonly sentAt: number
  readonly acceptedAt: number
}

interface OrderTermsOfLog {
  readonly triggerPrice?: number | null
}
type LogEntry = { readonly seq: number; readonly at: number; readonly accountId: string | null } & (
  | { readonly type: 'order_taken'; readonly orderId: string; readonly request: OrderTermsOfLog }
  | { readonly type: 'modify_taken'; readonly orderId: string; readonly change: OrderTermsOfLog }
  | { readonly type: 'status'; readonly orderId: string; readonly to: string }
  | { readonly type: 'other' }
)

/** One thing the exchange took of an account: a trigger, or the end of an order that had one. */
interface StopEvent {
  readonly at: number
  /** Infinity: the order is over, and nothing is left to raise. */
  readonly trigger: number
}

const ENDED = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

/** When each stop was moved, by the exchange's own log. */
export class StopMoves {
  readonly #sandbox: Pick<SandboxStack, 'get'>
  readonly #events = new Map<string, StopEvent[]>()
  /** Orders that have been stops. */
  readonly #stops = new Set<string>()
  #after = 0

  constructor(sandbox: Pick<SandboxStack, 'get'>) {
    this.#sandbox = sandbox
  }

  /** Reads the log to its end. Throws when a part was forgotten before it was read. */
  async catchUp(): Promise<void> {
    for (;;) {
      const { entries, dropped } = await this.#sandbox.get<{ entries: LogEntry[]; dropped: number }>(
        `/log?after=${this.#after}`,
      )
      if (dropped > this.#after) throw new Error(`the exchange's log lost entries up to ${dropped}`)
      if (entries.length === 0) return
      for (const entry of entries) this.#take(entry)
      this.#after = entries.at(-1)!.seq
    }
  }

  /** How long after it was accepted a raise was at the exchange, in market milliseconds; undefined: it never was. */
  lateness({ brokerUser, trigger, sentAt, acceptedAt }: AskedRaise): number | undefined {
    const met = (this.#events.get(brokerUser) ?? []).find((event) => event.at >= sentAt && event.trigger >= trigger)
    return met === undefined ? undefined : Math.max(0, met.at - acceptedAt)
  }

  #take(entry: LogEntry): void {
    if (entry.type === 'other' || !('orderId' in entry)) return
    const terms =
      entry.type === 'order_taken' ? entry.request : entry.type === 'modify_taken' ? entry.change : undefined
    const trigger = terms?.triggerPrice ?? undefined
    if (trigger !== undefined) this.#stops.add(entry.orderId)
    const isOver = entry.type === 'status' && ENDED.has(entry.to) && this.#stops.has(entry.orderId)
    if (trigger === undefined && !isOver) return
    const account = entry.accountId ?? ''
    const events = this.#events.get(account) ?? []
    events.push({ at: entry.at, trigger: isOver ? Infinity : trigger! })
    this.#events.set(account, events)
  }
}
