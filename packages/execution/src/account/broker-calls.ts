// @invariant order-budget
import type { Intent } from '../intent/intent.ts'
import type { HighWaterMarks } from '../high-water-marks.ts'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerPort, ClockPort, Lease, Ports } from '../ports.ts'
import type { OrderBudget } from '../order/order-budget.ts'
import type { EntryThrottle } from '../entry/entry-throttle.ts'
import type { BrokerEvent } from '../broker-view/broker-event.ts'
import { send, type ClaimedAt } from './sender.ts'
import type { Leadership } from '../lease/leadership.ts'

/** The order calls of one account that are on their way, beside the turns; their answers arrive as mail. */
export class BrokerCalls {
  readonly #broker: BrokerPort
  readonly #wall: ClockPort
  /** The account's own clock. */
  readonly #clock: ClockPort
  readonly #observer: Ports['observer']
  readonly #lease: Lease
  readonly #throttle: EntryThrottle
  readonly #highWaterMarks: HighWaterMarks
  readonly #budget: OrderBudget
  readonly #deliver: (event: BrokerEvent) => void
  readonly #inFlight = new Set<string>()

  constructor(
    broker: BrokerPort,
    { clock: wall, observer }: Pick<Ports, 'clock' | 'observer'>,
    clock: ClockPort,
    { lease, throttle, highWaterMarks }: Pick<Leadership, 'lease' | 'throttle' | 'highWaterMarks'>,
    budget: OrderBudget,
    deliver: (event: BrokerEvent) => void,
  ) {
    this.#broker = broker
    this.#wall = wall
    this.#clock = clock
    this.#observer = observer
    this.#lease = lease
    this.#throttle = throttle
    this.#highWaterMarks = highWaterMarks
    this.#budget = budget
    this.#deliver = deliver
  }

  /** Intents whose call was not answered yet. */
  get inFlight(): ReadonlySet<string> {
    return this.#inFlight
  }

  /** Makes the call of a committed intent. `maySend`: the last look at it, right before its first byte. */
  send(intent: Intent, claimedAt: ClaimedAt, maySend: () => boolean): void {
    this.#inFlight.add(intent.id)
    this.#highWaterMarks.record('calls_under_way', this.#inFlight.size)
    this.#observer.count('broker_calls', { kind: intent.kind, call: intent.call.type })
    const clock = intent.kind === 'enter' ? this.#wall : this.#clock
    const leaves = () => this.#budget.commit(intent.id, this.#clock.mono())
    const call = () => send(this.#broker, clock, this.#wall, this.#lease, intent, claimedAt, maySend, leaves)
    const answered = (answer: OrderAck) => {
      // One that was withheld, or lost before its first byte, has used nothing.
      this.#budget.release(intent.id)
      this.#deliver({ type: 'answer', intentId: intent.id, answer })
    }
    void (intent.kind === 'enter' ? this.#throttle.start(call) : call()).then(
      answered,
      // A port that breaks its word has still maybe sent the order.
      (error: unknown) => answered({ type: 'in_doubt', why: error instanceof Error ? error.message : String(error) }),
    )
  }

  /** The answer to a call was taken in. */
  settled(intentId: string): void {
    this.#inFlight.delete(intentId)
  }
}
