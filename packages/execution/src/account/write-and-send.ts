// @invariant stored-intent No order without a stored intent: committed, or for exits while the store is away synced
//   to the offline journal, before the first byte is sent.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderBudget } from '../order/order-budget.ts'
import type { AccountUnitOfWork, CommitResult } from '../persist/account-unit-of-work.ts'
import type { ClockPort } from '../ports.ts'
import { FIT_FOR_REDUCTION } from '../trade/reduction.ts'
import { isHeld } from '../trade/trade.ts'
import { unprotectedUnits } from '../trade/protection.ts'
import { isInTime, readClocks, type ClaimedAt } from './sender.ts'

/** Changes that leave room for a new order, which waits for the store. */
const NOT_WHILE_AWAY: ReadonlySet<string> = new Set(['replace', FIT_FOR_REDUCTION])

export interface WriteAndSendInput {
  /** The account's own clock. */
  readonly clock: ClockPort
  /** The machine's clock. */
  readonly wall: ClockPort
  readonly budget: OrderBudget
  /** Called once the turn is written: rows the store rejected are reported before anything leaves. */
  readonly reportRejected: () => void
  /** Takes in what has arrived while the store was late. */
  readonly reconcileArrived: () => void
  readonly config: ExecutionConfig
  readonly send: (intent: Intent, claimedAt: ClaimedAt) => void
}

/**
 * Stores the turn, then sends its calls. While the store is away or late, orders the store knows are still
 * changed, by the local file; nothing new is placed (reliability guide §3.13). An order whose intent lies in this
 * machine's file alone belongs to another party for an executor on another: it would sell the same units again, and I11
 * would be broken for certain where I1 is at risk. A stop that rests keeps resting, and turning it into the exit is a
 * change; one that is gone is placed with the first writing the store takes. A stop is not made smaller for a sale that could
 * not follow. Once a writing was late, what the broker has reported meanwhile decides whether a sale still leaves: it was
 * planned by what was known before.
 */
export async function writeAndSend(
  unitOfWork: AccountUnitOfWork,
  intents: readonly Intent[],
  { clock, wall, budget, reportRejected, reconcileArrived, config, send }: WriteAndSendInput,
): Promise<CommitResult> {
  const changes = intents.filter(({ call, reason }) => call.type !== 'place' && !NOT_WHILE_AWAY.has(reason))
  const claimedAt = readClocks(clock, wall)
  const written = await unitOfWork.commit(changes.length > 0)
  reportRejected()
  if (unitOfWork.isLate) reconcileArrived()
  // A change of a known order sells nothing twice, so it leaves though the store rejected its row: the journal names it.
  const stored = intents.filter((intent) => unitOfWork.isStored(intent) || changes.includes(intent))
  // Known to be too late before the port is asked, it is planned again with the next writing and not with the one after that.
  const isOutdated = (intent: Intent) =>
    !isInTime(intent, claimedAt, clock, wall) ||
    (unitOfWork.isLate && sellsTooMuch(unitOfWork, intent, config, clock.now()))
  const leaving =
    written === 'written' ? stored.filter((intent) => !isOutdated(intent)) : written === 'journaled' ? changes : []
  const unsent = intents.filter((intent) => !leaving.includes(intent))
  withhold(unitOfWork, unsent, budget, clock.now())
  for (const intent of leaving) send(intent, claimedAt)
  return written
}

/** Settles calls that do not leave: those not written, and entries that were claimed by books from before a standstill. */
export function withhold(
  unitOfWork: AccountUnitOfWork,
  unsent: readonly Intent[],
  budget: OrderBudget,
  now: EpochMs,
): void {
  unitOfWork.settleUnsent(unsent, now)
  for (const { id } of unsent) budget.release(id)
}

/** Whether a new sale of what a trade holds is for more than no order of ours protects. */
function sellsTooMuch(
  { state }: AccountUnitOfWork,
  { call, tradeId }: Intent,
  config: ExecutionConfig,
  now: EpochMs,
): boolean {
  if (call.type !== 'place' || call.order.side !== 'SELL') return false
  const view = state.view(tradeId)
  return isHeld(view.trade) && call.order.terms.quantity > unprotectedUnits(view, config, now)
}
