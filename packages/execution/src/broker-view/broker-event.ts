import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SnapshotStart } from '../intent/doubt.ts'
import type { OrderAck, QueryResult } from '../order/order-ack.ts'
import type { BrokerOrder } from '../order/order.ts'
import type { BrokerFunds, BrokerPosition, BrokerUpdate } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'

/** One of the broker's books, as a reading showed it. */
export type BrokerSnapshot =
  | { readonly kind: 'orders'; readonly result: QueryResult<readonly BrokerOrder[]> }
  | { readonly kind: 'trades'; readonly result: QueryResult<readonly BrokerFill[]> }
  | { readonly kind: 'positions'; readonly result: QueryResult<readonly BrokerPosition[]> }
  | { readonly kind: 'funds'; readonly result: QueryResult<BrokerFunds> }

/** What arrives for an account between its turns. */
export type BrokerEvent =
  | { readonly type: 'answer'; readonly intentId: string; readonly answer: OrderAck }
  | { readonly type: 'reading'; readonly readStartedAt: SnapshotStart; readonly snapshot: BrokerSnapshot }
  | { readonly type: 'update'; readonly update: BrokerUpdate }
  | {
      readonly type: 'history'
      readonly readStartedAt: SnapshotStart
      readonly result: QueryResult<readonly BrokerOrder[]>
    }

/** How much later than the exchange's own time an update may come, the difference of the clocks included, and still be current. */
const UPDATE_MAX_AGE_MS = 3_000

/** When an update was sent: a late one is no current observation, and must not take back what was seen since. */
export function reportedAt({ updatedAt }: BrokerOrder, now: EpochMs): EpochMs {
  return updatedAt === null ? now : (Math.min(now, updatedAt + UPDATE_MAX_AGE_MS) as EpochMs)
}
