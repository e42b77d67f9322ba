import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import { indicatorValuesView, signalsView } from './plan-views.ts'
import { signalRows } from './signal-texts.ts'
import { shadowSignalsOf, type ShadowSignal } from './shadow-signals.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * One report of an index's agents, and what each plan sees of it. Reports come many times a second and most are replaced
 * before they are read: their texts are rendered and serialised for the first reader of a plan, and stored for the others.
 */
export class SignalViews {
  /** The report as it came. */
  readonly json: string
  readonly #onUnreadable: (error: unknown) => void
  #rows: SignalsReply | undefined
  readonly #signals = new Map<Plan, Snapshot>()
  readonly #values = new Map<Plan, Snapshot>()

  /** `onUnreadable` is called at the first reading of a report that cannot be read. It then shows no agent. */
  constructor(json: string, onUnreadable: (error: unknown) => void) {
    this.json = json
    this.#onUnreadable = onUnreadable
  }

  /** The agents of the plan. */
  signals(plan: Plan): Snapshot {
    return this.#signals.getOrInsertComputed(plan, () => signalsView(this.#read(), plan))
  }

  /** The basic values of the indicator agent. */
  values(plan: Plan): Snapshot {
    return this.#values.getOrInsertComputed(plan, () => indicatorValuesView(this.#read(), plan))
  }

  /** The agents that no decision counts. */
  shadows(): ShadowSignal[] {
    return shadowSignalsOf(this.#read())
  }

  #read(): SignalsReply {
    if (this.#rows !== undefined) return this.#rows
    try {
      // The market role wrote it, of this type.
      this.#rows = signalRows(JSON.parse(this.json) as SignalSet)
    } catch (error) {
      this.#onUnreadable(error)
      this.#rows = {}
    }
    return this.#rows
  }
}
