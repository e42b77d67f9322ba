import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { OrderAck, QueryResult } from '@strikewise/execution/order/order-ack.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { BrokerLatencies } from './timed-broker.ts'

const ACCEPTED: OrderAck = { type: 'accepted', orderId: 'o1' }
const NO_TOKEN: QueryResult<never> = { ok: false, code: 'token_expired', text: '' }
const send = () => true

/** A broker that answers order calls with `ack` and reads with `read`, 20 ms later. */
function broker(ack: OrderAck, read: QueryResult<readonly never[]>): BrokerAccount {
  const answer = async <T>(value: T): Promise<T> => {
    await delay(20)
    return value
  }
  return {
    profile: BROKER.profile,
    place: () => answer(ack),
    modify: () => answer(ack),
    cancel: () => answer(ack),
    orders: () => answer(read),
    history: () => answer(read),
    trades: () => answer(read),
    positions: () => answer(read),
    funds: () => answer(NO_TOKEN),
    updates: () => () => undefined,
    refresh: async () => true,
    close: async () => undefined,
  }
}

async function callAll(account: BrokerAccount): Promise<void> {
  await Promise.all([
    account.place({} as OrderRequest, send),
    account.modify('o1', {} as OrderTerms, send),
    account.cancel('o1', send),
    account.orders(),
    account.history('o1'),
    account.trades(),
    account.positions(),
    account.funds(),
  ])
}

it('measures each kind of call of all accounts', async () => {
  const latencies = new BrokerLatencies()
  for (let i = 0; i < 2; i += 1) await callAll(latencies.account(broker(ACCEPTED, { ok: true, value: [] })))
  const read = latencies.read()
  expect(Object.keys(read)).toEqual(['place', 'modify', 'cancel', 'orders', 'history', 'trades', 'positions'])
  for (const one of Object.values(read)) {
    expect(one.count).toBe(2)
    expect(one.p50_ms).toBeGreaterThan(15)
  }
})

it('leaves out what never reached the broker', async () => {
  const latencies = new BrokerLatencies()
  await callAll(latencies.account(broker({ type: 'refused', code: 'not_sent', text: '' }, NO_TOKEN)))
  expect(latencies.read()).toEqual({})
})

it('measures a call whose answer was lost', async () => {
  const latencies = new BrokerLatencies()
  const account = latencies.account(broker({ type: 'in_doubt', why: 'time' }, NO_TOKEN))
  expect(await account.place({} as OrderRequest, send)).toEqual({ type: 'in_doubt', why: 'time' })
  expect(latencies.read().place).toMatchObject({ count: 1 })
})
