import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import assert from 'node:assert/strict'
import { floorToTick } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import {
  isTerminal,
  type BrokerOrder,
  type OrderPhase,
  type OrderRequest,
  type OrderTerms,
} from '@strikewise/execution/order/order.ts'
import type { BrokerPort } from '@strikewise/execution/ports.ts'
import type { BrokerBench } from './broker-bench.ts'

export const yes = (): boolean => true
export const no = (): boolean => false

/** Far enough from the market that no price of a test reaches it. */
const FAR = 0.6
/** Through the market, and inside the exchange's limit price protection. */
const THROUGH = 0.1

/** A buy of one lot that rests below the market; cases change what they are about. */
export async function restingOrder(
  bench: Pick<BrokerBench, 'contract' | 'quote'>,
  tag: string,
  change: Partial<OrderRequest> = {},
): Promise<OrderRequest> {
  const { bid } = await bench.quote()
  const { tradingsymbol, lotSize } = bench.contract
  const price = floorToTick(bid * FAR)
  const terms: OrderTerms = { kind: 'LIMIT', quantity: lotSize, price, validity: 'DAY' }
  return { tag, tradingsymbol, side: 'BUY', product: 'NRML', terms, ...change }
}

/** A price that meets the other side of the book at once. */
export async function throughPrice(bench: Pick<BrokerBench, 'quote'>, side: OrderSide): Promise<Paise> {
  const { bid, ask } = await bench.quote()
  return floorToTick(side === 'BUY' ? ask * (1 + THROUGH) : bid * (1 - THROUGH))
}

export function acceptedId(answer: OrderAck): string {
  assert.ok(answer.type === 'accepted', `not accepted: ${JSON.stringify(answer)}`)
  return answer.orderId
}

export function valueOf<T>(read: QueryResult<T>): T {
  assert.ok(read.ok, `the reading failed: ${JSON.stringify(read)}`)
  return read.value
}

/** The order as the book shows it, once it stands in one of `phases`. Fails when it has ended in another. */
export async function orderIn(
  bench: Pick<BrokerBench, 'port' | 'until'>,
  orderId: string,
  ...phases: readonly OrderPhase[]
): Promise<BrokerOrder> {
  return bench.until(`order ${orderId} to be ${phases.join(' or ')}`, async () => {
    const row = (await bookOf(bench.port))?.find((order) => order.orderId === orderId)
    if (row === undefined || phases.includes(row.phase)) return row
    assert.ok(!isTerminal(row.phase), `order ${orderId} is ${row.phase}, not ${phases.join(' or ')}: ${row.message}`)
    return undefined
  })
}

/** The book, or undefined where the reading failed: a reading too many is refused and retried. */
export async function bookOf(port: BrokerPort): Promise<readonly BrokerOrder[] | undefined> {
  const read = await port.orders()
  return read.ok ? read.value : undefined
}

/** Buys `lots` at the market and waits until they are held. */
export async function bought(bench: BrokerBench, tag: string, lots = 1): Promise<BrokerOrder> {
  const price = await throughPrice(bench, 'BUY')
  const quantity = lots * bench.contract.lotSize
  const request = await restingOrder(bench, tag, { terms: { kind: 'LIMIT', quantity, price, validity: 'DAY' } })
  return orderIn(bench, acceptedId(await bench.port.place(request, yes)), 'complete')
}

/** What a position of the contract counts, 0 without a row. */
export async function heldUnits(bench: BrokerBench): Promise<number> {
  return valueOf(await bench.port.positions())
    .filter((row) => row.tradingsymbol === bench.contract.tradingsymbol)
    .reduce((sum, row) => sum + row.quantity, 0)
}
