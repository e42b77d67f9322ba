import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Notification } from '../store/notification.ts'
import type { Batch, Change, EntryRefusal } from '../store/account-changes.ts'
import type { Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { DAY, rs } from './scenario.ts'
import { ENTERING } from './trade-fixture.ts'

/** Ids of batches, trades and intents are unique over all accounts; the harness's account keeps cases apart. */
export function batchOf(id: string, changes: readonly Change[], epoch = 1): Batch {
  return { id, at: 1_000 as EpochMs, epoch, changes }
}

export function tradeOf(account: string, id: string): Trade {
  return { ...ENTERING, id, accountId: account, userId: account, createdAt: 1 as EpochMs }
}

export function closedOf(account: string, id: string, net: Paise): Trade {
  const { state: _state, ...base } = tradeOf(account, id)
  return {
    ...base,
    state: 'closed',
    enteredAt: 1 as EpochMs,
    entryPrice: rs(150),
    risk: rs(30),
    trigger: rs(120),
    bestBid: rs(150),
    exitReason: 'stop',
    closedAt: 2 as EpochMs,
    traded: 65,
    result: { entryValue: rs(100), exitValue: rs(200), gross: net, charges: rs(0), net },
  }
}

export function intentOf(trade: Trade, id: string): Intent {
  return {
    id,
    accountId: trade.accountId,
    tradeId: trade.id,
    kind: 'enter',
    attempt: 1,
    call: {
      type: 'place',
      order: {
        tag: `e${id}01`,
        tradingsymbol: trade.contract.tradingsymbol,
        side: 'BUY',
        product: 'MIS',
        terms: { kind: 'LIMIT', quantity: 65, price: rs(150.2), validity: 'IOC' },
      },
    },
    reason: 'entry',
    on: trade.on,
    createdAt: 1 as EpochMs,
    epoch: 1,
    deadline: 2 as EpochMs,
    outcome: { state: 'sending' },
  }
}

export function orderOf(trade: Trade): OrderRecord {
  return {
    accountId: trade.accountId,
    tradeId: trade.id,
    intentId: 'i1',
    orderId: '1',
    tag: 'ei101',
    tradingsymbol: trade.contract.tradingsymbol,
    side: 'BUY',
    product: 'MIS',
    phase: 'pending',
    kind: 'LIMIT',
    quantity: 65,
    price: rs(150.2),
    trigger: rs(0),
    filled: 0,
    averagePrice: 0,
    updatedAt: null,
    message: null,
    acknowledgedAt: 3 as EpochMs,
    seenAt: null,
    modifies: 0,
  }
}

export function fillOf(trade: Trade): Fill {
  return {
    accountId: trade.accountId,
    tradeId: trade.id,
    fillId: 'f1',
    orderId: '1',
    tradingsymbol: trade.contract.tradingsymbol,
    side: 'BUY',
    product: 'MIS',
    quantity: 65,
    price: rs(150.1),
    at: 3_000 as EpochMs,
    isManual: false,
  }
}

export function notificationOf(account: string, key: string): Notification {
  return { userId: account, kind: 'alarm', key, at: 1 as EpochMs, symbol: 'NIFTY', message: legacyText('text') }
}

export function refusalOf(account: string, decisionId: string): EntryRefusal {
  return {
    accountId: account,
    userId: account,
    decisionId,
    symbol: 'NIFTY',
    on: DAY,
    at: 5 as EpochMs,
    code: 'user_stop',
    message: { code: 'refusal.user_stop' },
  }
}
