// @invariant stop-switch
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import { MAX_ATTEMPTS_SHOWN, tagOf } from '../intent/tag.ts'
import type { Call, Intent } from '../intent/intent.ts'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerPort, ClockPort, Lease, MonoMs, Ports } from '../ports.ts'
import type { Step } from '../trade/steps.ts'
import type { Trade } from '../trade/trade.ts'

type CallStep = Extract<Step, { type: 'call' }>

/**
 * Writes out the intent of one call: born claimed, with the deadline until which it may start to leave. `patienceMs`: how
 * much longer that is while the store is late. Nothing leaves after the session's close, `closesAt`.
 */
export function intentFor(
  ports: Pick<Ports, 'clock' | 'ids'>,
  config: ExecutionConfig,
  lease: Lease,
  trade: Trade,
  earlier: readonly Intent[],
  step: CallStep,
  patienceMs: number,
  closesAt: number,
): Intent {
  const id = ports.ids.next('intent')
  const now = ports.clock.now()
  const attempt = earlier.filter((intent) => intent.kind === step.kind).length + 1
  return {
    id,
    accountId: trade.accountId,
    tradeId: trade.id,
    kind: step.kind,
    attempt,
    call: callFor(step, trade, id, attempt),
    reason: step.reason,
    on: trade.on,
    createdAt: now,
    epoch: lease.epoch,
    deadline: Math.min(now + config.claimMs + patienceMs, closesAt) as EpochMs,
    outcome: { state: 'sending' },
  }
}

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
 * Makes the call. Deadline, lease and, for an entry, `mayEnter` are asked right before the bytes leave; `leaves` is called
 * when they do. `claimedAt`: read before the claim was written, by the same clocks.
 */
export function send(
  broker: Pick<BrokerPort, 'place' | 'modify' | 'cancel'>,
  clock: ClockPort,
  wall: ClockPort,
  lease: Lease,
  intent: Intent,
  claimedAt: ClaimedAt,
  canEnter: () => boolean,
  leaves: () => void,
): Promise<OrderAck> {
  // Counted by each clock from the claim on, for none must give the request more time: one is put back, the monotonic one
  // stands still while the machine is suspended. A call withheld for a step of the wall clock alone is claimed again.
  const leftMs = intent.deadline - claimedAt.now
  const isInTime = () =>
    clock.now() <= intent.deadline && clock.mono() - claimedAt.mono <= leftMs && wall.now() - claimedAt.wall <= leftMs
  const { call } = intent
  // Two executors that change one order harm nobody; two that place or cancel could sell twice, or leave nothing.
  const isHeld = () => (call.type === 'modify' ? (lease.canModify?.() ?? lease.held()) : lease.held())
  const guard = () => isHeld() && isInTime() && (intent.kind !== 'enter' || canEnter())
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

function callFor({ kind, call }: CallStep, trade: Trade, id: string, attempt: number): Call {
  if (call.type !== 'place') return call
  return {
    type: 'place',
    order: {
      // The id alone makes it unique; the attempt is told as far as it fits.
      tag: tagOf(kind, id, Math.min(attempt, MAX_ATTEMPTS_SHOWN)),
      tradingsymbol: trade.contract.tradingsymbol,
      side: call.side,
      product: trade.product,
      terms: call.terms,
    },
  }
}
