// @invariant order-budget
import type { Intent } from '../intent/intent.ts'
import type { Levels } from '../levels.ts'
import type { Answer } from '../order/answer.ts'
import type { BrokerPort, ClockPort, Lease, Ports } from '../ports.ts'
import type { OrderBudget } from './budget.ts'
import type { EntryPace } from './entry-pace.ts'
import type { Mail } from './intake.ts'
import { send, type ClaimedAt } from './sender.ts'
import type { Term } from './term.ts'

/** The order calls of one account that are on their way, beside the turns; their answers arrive as mail. */
export class BrokerCalls {
  readonly #broker: BrokerPort
  readonly #wall: ClockPort
  /** The account's own clock. */
  readonly #clock: ClockPort
  readonly #observer: Ports['observer']
  readonly #lease: Lease
  readonly #pace: EntryPace
  readonly #levels: Levels
  readonly #budget: OrderBudget
  readonly #deliver: (mail: Mail) => void
  readonly #inFlight = new Set<string>()

  constructor(
    broker: BrokerPort,
    { clock: wall, observer }: Pick<Ports, 'clock' | 'observer'>,
    clock: ClockPort,
    { lease, pace, levels }: Pick<Term, 'lease' | 'pace' | 'levels'>,
    budget: OrderBudget,
    deliver: (mail: Mail) => void,
  ) {
    this.#broker = broker
    this.#wall = wall
    this.#clock = clock
    this.#observer = observer
    this.#lease = lease
    this.#pace = pace
    this.#levels = levels
    this.#budget = budget
    this.#deliver = deliver
  }

  /** Intents whose call was not answered yet. */
  get inFlight(): ReadonlySet<string> {
    return this.#inFlight
  }

  /** Makes the call of a committed intent. `mayLeave`: the last look at an entry, right before its first byte. */
  send(intent: Intent, claimedAt: ClaimedAt, mayLeave: () => boolean): void {
    this.#inFlight.add(intent.id)
    this.#levels.reached('calls_under_way', this.#inFlight.size)
    this.#observer.count('broker_calls', { kind: intent.kind, call: intent.call.type })
    const clock = intent.kind === 'enter' ? this.#wall : this.#clock
    const leaves = () => this.#budget.leave(intent.id, this.#clock.mono())
    const call = () => send(this.#broker, clock, this.#wall, this.#lease, intent, claimedAt, mayLeave, leaves)
    const answered = (answer: Answer) => {
      // One that was withheld, or lost before its first byte, has used nothing.
      this.#budget.giveBack(intent.id)
      this.#deliver({ type: 'answer', intentId: intent.id, answer })
    }
    void (intent.kind === 'enter' ? this.#pace.start(call) : call()).then(
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
