import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { isTerminal } from '../order/order.ts'
import { planSweep } from './plan-cancel.ts'
import { waitUntil, type Plan, type PlanEnv } from './steps.ts'

/** How often the positions are asked whether units of a closed trade are still held. */
const POSITIONS_EVERY_MS = 10_000

/**
 * A closed trade: whatever of ours still works in it is cancelled. Where our orders hold units although it was closed, the
 * broker's positions decide first: while they show those units the stop that rests is all that protects them, so it stays,
 * and the user is notified.
 */
export function planClosed(view: TradeSnapshot, env: PlanEnv): Plan {
  const isResting = view.orders.some((order) => order.side === 'SELL' && !isTerminal(order.phase))
  if (view.open <= 0 || !isResting) return planSweep(view, env)
  const { position } = env
  const askAgainAt = position === undefined ? env.now : ((position.readAt + POSITIONS_EVERY_MS) as EpochMs)
  const again: Plan =
    env.now >= askAgainAt ? waitUntil(undefined, { type: 'read', what: 'positions' }) : waitUntil(askAgainAt)
  if (position === undefined) return again
  if (position.missing >= view.open) return planSweep(view, env)
  const alarm: RaisedAlarm = {
    code: 'alarm.held_after_close',
    contract: contractRef(view.trade.contract),
    units: view.open,
    portal: env.config.broker.names.portal,
  }
  return { ...again, steps: [...again.steps, { type: 'alarm', alarm }] }
}
