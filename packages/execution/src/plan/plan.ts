import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import { planAbandoned, planEntering } from './plan-entering.ts'
import { planExiting } from './plan-exiting.ts'
import { planOpen } from './plan-open.ts'
import { withRestingEntry } from './plan-resting-entry.ts'
import { planClosed } from './plan-closed.ts'
import { NOTHING, singleStep, type Plan, type PlanEnv } from './steps.ts'

/**
 * What a trade needs next, from what is known of it now. It is asked again after every answer, reading and tick, so it
 * never remembers: after a crash the same rows give the same plan.
 */
export function planTrade(view: TradeSnapshot, env: PlanEnv): Plan {
  const { trade } = view
  const isOver = env.session === undefined || env.now >= env.session.closesAt
  switch (trade.state) {
    case 'entering':
      if (isOver && view.bought === 0)
        return singleStep({ type: 'become', event: { type: 'given_up', at: env.now, why: 'session_over' } })
      return planEntering(view, env)
    case 'open':
      return isOver ? withoutCalls(planOpen(view, trade, env)) : withRestingEntry(planOpen(view, trade, env), view, env)
    case 'exiting':
      return isOver
        ? withoutCalls(planExiting(view, trade, env))
        : withRestingEntry(planExiting(view, trade, env), view, env)
    case 'closed':
      // The broker's book of an earlier day is gone, and its orders with it. What still seems to rest does so because a
      // clock ended the day too early, over a position that is held.
      return isOver || trade.on < istDateAt(env.now) ? NOTHING : planClosed(view, env)
    case 'abandoned':
      return isOver ? NOTHING : planAbandoned(view, env)
  }
}

/** After the close no order can work: only what the day's book still shows is processed. */
function withoutCalls(plan: Plan): Plan {
  return { ...plan, steps: plan.steps.filter((step) => step.type !== 'call') }
}
