import type { Clock } from '@strikewise/domain/time/clock.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { DelayRing } from './delay-ring.ts'

/** Starter is the only plan that sees the market late; its delay sizes the rings. */
const DELAY_MS = Math.max(...PLANS.map((plan) => PLAN_POLICY[plan].delaySeconds)) * 1000

/** The newest value of each key, and the one that a plan with a delay sees. */
export class DelayedByPlan<T> {
  readonly #entries = new Map<string, { live: T; late: DelayRing<T> }>()
  readonly #clock: Pick<Clock, 'now'>
  readonly #isSame: (one: T, other: T) => boolean

  /** `isSame`: a value that is the same as the newest is not stored again. */
  constructor(clock: Pick<Clock, 'now'>, isSame: (one: T, other: T) => boolean = () => false) {
    this.#clock = clock
    this.#isSame = isSame
  }

  /** Stores the value under the key, dated now. */
  set(key: string, value: T): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined && this.#isSame(entry.live, value)) return
    const late = entry?.late ?? new DelayRing<T>(DELAY_MS)
    late.push(this.#clock.now(), value)
    this.#entries.set(key, { live: value, late })
  }

  /** The value as it is now, for those whom no plan delays. */
  newest(key: string): T | undefined {
    return this.#entries.get(key)?.live
  }

  /** The value as the plan sees it now; undefined while there is none, or none that is old enough for it. */
  read(key: string, plan: Plan): T | undefined {
    const entry = this.#entries.get(key)
    return PLAN_POLICY[plan].delaySeconds === 0 ? entry?.live : entry?.late.read(this.#clock.now())
  }
}
