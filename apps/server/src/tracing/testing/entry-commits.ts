import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent, Outcome } from '@strikewise/execution/intent/intent.ts'
import { tagOf } from '@strikewise/execution/intent/tag.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderRequest } from '@strikewise/execution/order/order.ts'
import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import { rs } from '@strikewise/execution/testing/scenario.ts'
import { ENTERING, NOW } from '@strikewise/execution/testing/trade-fixture.ts'
import type { Committed } from '@strikewise/postgres-store/postgres-store.ts'

const INTENT_ID = 'intent00000000001'

/** The order of the entry of `ENTERING`. */
export const ENTRY_ORDER: OrderRequest = {
  tag: tagOf('enter', INTENT_ID, 1),
  tradingsymbol: ENTERING.contract.tradingsymbol,
  side: 'BUY',
  product: 'MIS',
  terms: { kind: 'LIMIT', quantity: 65, price: rs(150), validity: 'IOC' },
}

/** The row of its intent. */
export function entryIntent(outcome: Outcome): Change {
  const made: Intent = {
    id: INTENT_ID,
    accountId: ENTERING.accountId,
    tradeId: ENTERING.id,
    kind: 'enter',
    attempt: 1,
    call: { type: 'place', order: ENTRY_ORDER },
    reason: 'entry',
    on: ENTERING.on,
    createdAt: NOW,
    epoch: 1,
    deadline: (NOW + 2000) as EpochMs,
    outcome,
  }
  return { type: 'intent', intent: made }
}

/** One batch that was written in a transaction of its own. */
export function committed(...changes: Change[]): Committed {
  const batch: Batch = { id: 'b1', at: NOW, epoch: 1, changes }
  return { batches: [batch], startedAt: performance.now() }
}

/** A broker that answers every order alike, once the guard has let it leave. */
export function brokerWith(ack: OrderAck): BrokerAccount {
  const answer = async (guard: () => boolean): Promise<OrderAck> =>
    guard() ? ack : { type: 'refused', code: 'not_sent', text: '' }
  return {
    place: (_order, guard) => answer(guard),
    modify: (_id, _terms, guard) => answer(guard),
    cancel: (_id, guard) => answer(guard),
  } as Partial<BrokerAccount> as BrokerAccount
}
