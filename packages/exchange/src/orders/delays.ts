import { unitOf } from '../random/hash.ts'
import type { StepKind } from '../state/order-state.ts'

/** Usual length of each leg of the status path in market ms: shortest and spread. The real ones are tens of ms. */
const LEGS: Readonly<
  Record<Exclude<StepKind, 'ttl_end' | 'reveal' | 'release'>, readonly [shortest: number, spread: number]>
> = {
  validate: [3, 12],
  risk: [5, 25],
  arrive: [15, 60],
  modify_risk: [5, 25],
  modify_apply: [15, 60],
  cancel_apply: [15, 60],
}

/** One leg in fifty is slow, as on a busy open. */
const SLOW_SHARE = 0.02
const SLOW_FACTOR = 15

/** How long the leg ending in `step` takes, decided by the order and the how-many-eth change it is. */
export function legMs(seed: string, orderId: string, step: keyof typeof LEGS, attempt: number): number {
  const [shortest, spread] = LEGS[step]
  const usual = shortest + Math.floor(spread * unitOf(seed, 'leg', orderId, step, attempt))
  return unitOf(seed, 'slow leg', orderId, step, attempt) < SLOW_SHARE ? usual * SLOW_FACTOR : usual
}
