import { createHash } from 'node:crypto'
import type { ExchangeEvent } from '@strikewise/exchange/order-types.ts'
import type { FaultRegistry } from '../faults/fault-registry.ts'
import type { Account, AccountStore } from './account.ts'
import type { TickerHub } from './ticker/ticker-hub.ts'

/** What a receiver of postbacks gets in time; there is no second attempt. */
const POSTBACK_TIMEOUT_MS = 5000
/** The app's number in a postback; one app an account, so it carries no information. */
const APP_ID = 4242

type OrderEvent = Extract<ExchangeEvent, { type: 'order' }>

/**
 * Pushes order updates out: a text frame to every ticker connection of the user, and a postback to the address of the
 * account, if it has one (kite-connect fact sheet §12).
 */
export function pushOrderUpdates(accounts: AccountStore, ticker: TickerHub, faults: FaultRegistry) {
  return (event: ExchangeEvent): void => {
    if (event.type !== 'order') return
    const body = updateBody(event)
    ticker.sendOrder(event.accountId, { ...body, checksum: '' })
    const account = accounts.byUser(event.accountId)
    if (!event.postback || account === undefined || account.postbackUrl === '') return
    if (faults.take('postback_lost', account.userId) !== undefined) return
    const copies = faults.take('postback_doubled', account.userId) === undefined ? 1 : 2
    for (let sent = 0; sent < copies; sent += 1)
      post(account, { ...body, checksum: checksumOf(account, event) }, faults)
  }
}

function updateBody({ row, status, accountId }: OrderEvent): object {
  const unfilled = row.quantity - row.filled_quantity
  return { user_id: accountId, unfilled_quantity: unfilled, app_id: APP_ID, checksum: '', ...row, status }
}

/** hex SHA-256(order_id + order_timestamp + api_secret). */
function checksumOf(account: Account, { row }: OrderEvent): string {
  return createHash('sha256')
    .update(row.order_id + row.order_timestamp + account.apiSecret)
    .digest('hex')
}

function post(account: Account, body: object, faults: FaultRegistry): void {
  const { postbackUrl, userId } = account
  fetch(postbackUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(POSTBACK_TIMEOUT_MS),
  })
    .then((response) => response.body?.cancel())
    // The broker does not try again; the log of faults shows that it failed.
    .catch((error: Error) => faults.note('met', 'postback_undelivered', userId, error.message))
}
