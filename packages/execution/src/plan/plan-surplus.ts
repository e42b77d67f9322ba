// @invariant short-bought-back
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTerminal, type OrderTerms } from '../order/order.ts'
import { exitTerms } from './chase.ts'
import { isTransient, refusalsInARow, retryAt } from './retry-backoff.ts'
import { unresolvedSells } from '../trade/sell-orders.ts'
import type { PlanEnv, Step } from './steps.ts'
import type { AccountInput } from './account-input.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** Why such a sale is sent. Its trade is over. */
export const SURPLUS_REASON = 'bought_back_twice'
/** How long after a refusal that is not about the moment the next attempt waits. */
const SETTLE_MS = 1_000

interface SurplusPlan {
  readonly step: Extract<Step, { type: 'call' }> | undefined
  readonly wakeAt: EpochMs | undefined
}

/**
 * Sells what orders of ours bought back beyond what was short: one that no book showed was held never accepted, another
 * followed, and both filled. `units`: of those that the positions show, read since the last fill. The account's entries are
 * held, and its user is notified.
 */
export function planSurplus(
  { market, wall, now, unitOfWork, invariants }: AccountInput,
  env: PlanEnv,
  views: readonly TradeSnapshot[],
  units: number,
): SurplusPlan {
  const { trade } = views.at(-1)!
  const { contract } = trade
  const alarm = { code: 'alarm.bought_back_twice', contract: contractRef(contract), units } as const
  invariants.broken(unitOfWork, alarm, trade, now)
  const isUnderWay = views.some(
    (view) =>
      unresolvedSells(view).length > 0 || view.orders.some(({ side, phase }) => side === 'SELL' && !isTerminal(phase)),
  )
  if (isUnderWay) return { step: undefined, wakeAt: undefined }
  const attempts = views.flatMap(({ intents }) => intents.filter(({ reason }) => reason === SURPLUS_REASON))
  const last = attempts.at(-1)
  const nextAt =
    last === undefined
      ? now
      : last.outcome.state === 'refused'
        ? retryAt(last.outcome, refusalsInARow(attempts), env, SETTLE_MS)
        : ((last.createdAt + env.config.chaseStepMs) as EpochMs)
  if (now < nextAt) return { step: undefined, wakeAt: nextAt }
  const tried = attempts.filter(({ outcome }) => !(outcome.state === 'refused' && isTransient(outcome.code))).length
  const wide = exitTerms(tried, market.quoteOf(contract.token, wall), contract.tickSize, units)
  const terms: OrderTerms = wide.kind === 'LIMIT' ? { ...wide, validity: 'IOC' } : wide
  const call = { type: 'place', side: 'SELL', terms } as const
  return { step: { type: 'call', priority: 'exit', kind: 'exit', reason: SURPLUS_REASON, call }, wakeAt: undefined }
}
