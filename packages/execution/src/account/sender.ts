// @invariant kill-switch
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerPort, ClockPort, Lease, MonoMs } from '../ports.ts'

/** What the clocks showed at a claim, or shortly before it. `wall`: the machine's clock; `now`: the one deadlines are in. */
export interface ClaimedAt {
  readonly now: EpochMs
  readonly mono: MonoMs
  readonly wall: EpochMs
}

export function readClocks(clock: ClockPort, wall: ClockPort): ClaimedAt {
  return { now: clock.now(), mono: clock.mono(), wall: wall.now() }
}

/**
 * Whether the call may still leave. Counted by each clock from the claim on, for none must give the request more time: one is
 * put back, the monotonic one stands still while the machine is suspended. A call withheld for a step of the wall clock alone
 * is claimed again.
 */
export function isInTime({ deadline }: Intent, claimedAt: ClaimedAt, clock: ClockPort, wall: ClockPort): boolean {
  const leftMs = deadline - claimedAt.now
  return clock.now() <= deadline && clock.mono() - claimedAt.mono <= leftMs && wall.now() - claimedAt.wall <= leftMs
}

/**
 * Makes the call. Deadline, lease and `maySend` are asked right before the bytes leave; `leaves` is called
 * when they do. `claimedAt`: read before the claim was written, by the same clocks.
 */
export function send(
  broker: Pick<BrokerPort, 'place' | 'modify' | 'cancel'>,
  clock: ClockPort,
  wall: ClockPort,
  lease: Lease,
  intent: Intent,
  claimedAt: ClaimedAt,
  maySend: () => boolean,
  leaves: () => void,
): Promise<OrderAck> {
  const { call } = intent
  // Two executors that change one order do no harm; two that place or cancel could sell twice, or leave nothing.
  const isHeld = () => (call.type === 'modify' ? (lease.canModify?.() ?? lease.held()) : lease.held())
  const guard = () => isHeld() && isInTime(intent, claimedAt, clock, wall) && maySend()
  const leaving = () => {
    if (!guard()) return false
    leaves()
    return true
  }
  switch (call.type) {
    case 'place':
      return broker.place(call.order, leaving)
    case 'modify':
      return broker.modify(call.orderId, call.terms, leaving)
    case 'cancel':
      return broker.cancel(call.orderId, leaving)
  }
}
