import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kiteGtt } from '@strikewise/kite/rows/gtt.ts'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
})
afterAll(() => sandbox.sandbox.close())

interface Option {
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}
type Row = Record<string, unknown>

const tick = (price: number) => Math.round(Math.round(price / 0.05) * 5) / 100
const nearCall = async () =>
  (await sandbox.get<Option[]>('/sandbox/chain')).find((o) => o.tradingsymbol.endsWith('CE'))!

/** The form of a trigger that sells a lot once the last price has lost `drop` of the bid. */
function stopForm({ tradingsymbol, lot_size, bid }: Option, drop: number, product = 'NRML'): Record<string, string> {
  const trigger = tick(bid * (1 - drop))
  const condition = { exchange: 'NFO', tradingsymbol, trigger_values: [trigger], last_price: bid }
  const order = { exchange: 'NFO', tradingsymbol, transaction_type: 'SELL', quantity: lot_size, order_type: 'LIMIT' }
  const orders = [{ ...order, product, price: tick(trigger * 0.7) }]
  return { type: 'single', condition: JSON.stringify(condition), orders: JSON.stringify(orders) }
}

/** Looks until the order book of the account, seen from outside, has a row that fits. */
async function untilOrder(userId: string, fits: (row: Row) => boolean): Promise<Row> {
  for (;;) {
    const found = (await sandbox.get<Row[]>(`/sandbox/orders?account=${userId}`)).find(fits)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const buy = async (client: BrokerClient, { tradingsymbol, lot_size, ask }: Option) => {
  const what = { exchange: 'NFO', tradingsymbol, transaction_type: 'BUY', quantity: String(lot_size), product: 'NRML' }
  const how = { order_type: 'LIMIT', price: tick(ask * 1.02).toFixed(2), validity: 'DAY' }
  await client.data('POST', '/orders/regular', { ...what, ...how })
  await untilOrder(client.account.user_id, (row) => row['status'] === 'COMPLETE')
}

it('fires at the broker after the token has died, and the next login finds what it did', async () => {
  const option = await nearCall()
  const client = await sandbox.login('SW1001')
  await buy(client, option)
  const { trigger_id } = await client.data<{ trigger_id: number }>('POST', '/gtt/triggers', stopForm(option, 0.02))
  await sandbox.control('POST', '/tokens/expire', { account: 'SW1001' })
  expect((await client.call('GET', '/gtt/triggers')).body.error_type).toBe('TokenException')

  await sandbox.control('POST', '/scenario', { kind: 'gap', pct: -0.3 })
  await sandbox.control('POST', '/clock/jump', { minutes: 1 })
  const sale = await untilOrder('SW1001', (row) => row['transaction_type'] === 'SELL')

  const again = await sandbox.login('SW1001')
  const gtt = kiteGtt.parse(await again.data('GET', `/gtt/triggers/${trigger_id}`))
  expect(gtt).toMatchObject({ gttId: String(trigger_id), status: 'triggered', tradingsymbol: option.tradingsymbol })
  expect(gtt.orders[0]!.result).toMatchObject({ status: 'success', orderId: sale['order_id'] })
  await untilOrder('SW1001', (row) => row['order_id'] === sale['order_id'] && row['status'] === 'COMPLETE')
  expect(await again.data('GET', '/portfolio/positions')).toMatchObject({ net: [{ quantity: 0 }] })
})

it('refuses what the broker refuses', async () => {
  const option = await nearCall()
  const client = await sandbox.login('SW1002')
  const good = stopForm(option, 0.1)
  const refused = async (form: Record<string, string>) => (await client.call('POST', '/gtt/triggers', form)).body
  expect(await refused(stopForm(option, 0.1, 'MIS'))).toMatchObject({ message: expect.stringContaining('NRML') })
  expect(await refused({ ...good, condition: '{' })).toMatchObject({ message: expect.stringContaining('condition') })
  expect(await refused({ ...good, orders: '[{}]' })).toMatchObject({ message: expect.stringContaining('orders.0') })
  expect(await refused({ ...good, type: 'three-leg' })).toMatchObject({ message: expect.stringContaining('type') })
  await sandbox.control('PUT', '/accounts/SW1002', { allowed_ips: ['192.0.2.7'] })
  expect(await refused(good)).toMatchObject({ error_type: 'PermissionException' })
  expect(await client.data('GET', '/gtt/triggers')).toEqual([])
})

const fixture = path.join(import.meta.dirname, '../../../../shared/reference/kite-mocks/rest/gtt_get_order.json')
it.skipIf(!existsSync(fixture))('answers with the fields of the broker’s own sample (skipped without it)', async () => {
  const sample = (JSON.parse(readFileSync(fixture, 'utf8')) as { data: Row & { orders: Row[] } }).data
  const option = await nearCall()
  const client = await sandbox.login('SW1003')
  await client.data('POST', '/gtt/triggers', stopForm(option, 0.02))
  await sandbox.control('POST', '/scenario', { kind: 'gap', pct: -0.3 })
  await sandbox.control('POST', '/clock/jump', { minutes: 1 })
  await untilOrder('SW1003', () => true)
  const [row] = await client.data<(Row & { orders: Row[] })[]>('GET', '/gtt/triggers')
  const names = (value: unknown) => Object.keys(value as object).sort()
  expect(names(row)).toEqual(names(sample))
  expect(names(row!['condition'])).toEqual(names(sample['condition']))
  const [theirs, actual] = [sample.orders[1]!, row!.orders[0]!]
  expect(names(actual)).toEqual(names(theirs))
  expect(names(actual['result'])).toEqual(names(theirs['result']))
  expect(names((actual['result'] as Row)['order_result'])).toEqual(names((theirs['result'] as Row)['order_result']))
})
