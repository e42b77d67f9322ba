import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

// What an account's owner and its broker do besides the API: from the console's controls, seen over the API.

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 20 })
})
afterEach(() => sandbox.control('DELETE', '/faults'))
afterAll(() => sandbox.sandbox.close())

interface Option {
  readonly tradingsymbol: string
  readonly lot_size: number
  readonly bid: number
  readonly ask: number
}
interface OrderShown {
  readonly order_id: string
  readonly status: string
  readonly status_message: string | null
  readonly tag: string | null
  readonly placed_by: string
}

const orders = (account: string) => sandbox.get<OrderShown[]>(`/sandbox/orders?account=${account}`)
const heldBy = async (account: string) =>
  (await sandbox.get<{ product: string; quantity: number }[]>(`/sandbox/positions?account=${account}`))
    .filter(({ quantity }) => quantity !== 0)
    .map(({ product, quantity }) => [product, quantity])
const price = (rupees: number) => (Math.round(rupees * 20) / 20).toFixed(2)

/** One lot held intraday, with our stop resting for it. */
async function heldWithStop(account: string): Promise<{ client: BrokerClient; option: Option; stop: string }> {
  const client = await sandbox.login(account)
  const option = (await sandbox.get<Option[]>('/sandbox/chain?symbol=NIFTY')).find(({ bid }) => bid > 60)!
  const { lot_size: quantity, tradingsymbol } = option
  await sandbox.control('POST', `/accounts/${account}/orders`, { tradingsymbol, transaction_type: 'BUY', quantity })
  await expect.poll(() => heldBy(account)).toEqual([['MIS', quantity]])
  const { order_id: stop } = await client.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol,
    transaction_type: 'SELL',
    quantity: String(quantity),
    product: 'MIS',
    order_type: 'SL',
    trigger_price: price(option.bid * 0.7),
    price: price(option.bid * 0.6),
    validity: 'DAY',
    tag: 'ours',
  })
  await expect.poll(async () => (await orders(account))[0]!.status).toBe('TRIGGER PENDING')
  return { client, option, stop }
}

it('sells, changes and cancels manually what the API has placed', async () => {
  const { option, stop } = await heldWithStop('SW1001')
  const changed = { trigger_price: Number(price(option.bid * 0.65)) }
  await sandbox.control('PUT', `/accounts/SW1001/orders/${stop}`, changed)
  await expect.poll(async () => (await orders('SW1001'))[0]).toMatchObject({ ...changed, status: 'TRIGGER PENDING' })
  await sandbox.control('DELETE', `/accounts/SW1001/orders/${stop}`)
  await expect.poll(async () => (await orders('SW1001'))[0]!.status).toBe('CANCELLED')
  const { tradingsymbol, lot_size: quantity } = option
  const sale = { tradingsymbol, quantity, transaction_type: 'SELL' }
  await sandbox.control('POST', '/accounts/SW1001/orders', sale)
  await expect.poll(() => heldBy('SW1001')).toEqual([])
  expect((await orders('SW1001'))[0]).toMatchObject({ tag: null, placed_by: 'SW1001' })
  await expect(sandbox.control('POST', '/accounts/SW1001/orders', { ...sale, quantity: 1 })).rejects.toThrow(/lot size/)
})

it('refuses our sale for margin because of an order of the owner', async () => {
  const { client, option } = await heldWithStop('SW1002')
  const [resting] = await orders('SW1002')
  await sandbox.control('DELETE', `/accounts/SW1002/orders/${resting!.order_id}`)
  await expect.poll(async () => (await orders('SW1002'))[0]!.status).toBe('CANCELLED')
  await sandbox.control('POST', '/accounts/SW1002/cash', { amount: -450_000 })
  const { tradingsymbol, lot_size: quantity } = option
  const far = { order_type: 'LIMIT', price: Number(price(option.ask * 2)) }
  await sandbox.control('POST', '/accounts/SW1002/orders', {
    tradingsymbol,
    quantity,
    transaction_type: 'SELL',
    ...far,
  })
  await expect.poll(async () => (await orders('SW1002'))[0]!.status).toBe('OPEN')
  await client.data('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol,
    transaction_type: 'SELL',
    quantity: String(quantity),
    product: 'MIS',
    order_type: 'LIMIT',
    price: price(option.bid),
    validity: 'DAY',
    tag: 'again',
  })
  await expect
    .poll(async () => (await orders('SW1002')).find(({ tag }) => tag === 'again'))
    .toMatchObject({ status: 'REJECTED', status_message: expect.stringContaining('Insufficient funds') })
})

it('squares off as the broker, which cancels our stop first', async () => {
  const { option } = await heldWithStop('SW1003')
  await sandbox.control('POST', '/faults', { kind: 'square_off', account: 'SW1003' })
  await expect.poll(() => heldBy('SW1003')).toEqual([])
  const [own, stop] = await orders('SW1003')
  expect(stop).toMatchObject({ status: 'CANCELLED', tag: 'ours' })
  expect(own).toMatchObject({ status: 'COMPLETE', placed_by: 'RMS', tradingsymbol: option.tradingsymbol })
})

it('converts a position manually, against the rules where it is forced', async () => {
  const { option } = await heldWithStop('SW1004')
  const request = { tradingsymbol: option.tradingsymbol, from: 'MIS', to: 'NRML' }
  await expect(sandbox.control('POST', '/accounts/SW1004/convert', request)).rejects.toThrow(/not allowed/)
  await sandbox.control('POST', '/accounts/SW1004/convert', { ...request, force: true })
  expect(await heldBy('SW1004')).toEqual([['NRML', option.lot_size]])
  expect((await orders('SW1004'))[0]!.status).toBe('TRIGGER PENDING')
})

it.each([
  ['nul', '\u0000'],
  ['surrogate', '\uD83D'],
  ['control', '\u001B[31m'],
  ['bidi', '\u202E'],
  ['markup', '<script>'],
  ['long', 'Rejected by the exchange. '.repeat(4_000)],
])('rejects an order with a text that holds %s, and says it over the wire as it is', async (text, part) => {
  const client = await sandbox.login('SW1005')
  await sandbox.control('POST', '/faults', { kind: 'reject_next', account: 'SW1005', side: 'BUY', text })
  const [option] = await sandbox.get<Option[]>('/sandbox/chain?symbol=NIFTY')
  const { order_id } = await client.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: option!.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option!.lot_size),
    product: 'MIS',
    order_type: 'LIMIT',
    price: price(option!.bid),
    validity: 'DAY',
  })
  const shown = async () =>
    (await client.data<OrderShown[]>('GET', '/orders')).find((row) => row.order_id === order_id)!
  await expect.poll(async () => (await shown()).status, { interval: 200 }).toBe('REJECTED')
  expect((await shown()).status_message).toContain(part)
})

it('holds an order in validation for as long as requested, by the market’s time', async () => {
  const client = await sandbox.login('SW1006')
  const held = { kind: 'stick', account: 'SW1006', status: 'VALIDATION PENDING', side: 'BUY', forMs: 600_000 }
  await sandbox.control('POST', '/faults', held)
  const [option] = await sandbox.get<Option[]>('/sandbox/chain?symbol=NIFTY')
  const { tradingsymbol, lot_size: quantity } = option!
  await sandbox.control('POST', '/accounts/SW1006/orders', { tradingsymbol, quantity, transaction_type: 'BUY' })
  await sandbox.control('POST', '/clock/jump', { minutes: 8 })
  expect((await orders('SW1006'))[0]!.status).toBe('VALIDATION PENDING')
  await client.data('GET', '/orders')
  await sandbox.control('POST', '/clock/jump', { minutes: 3 })
  await expect.poll(async () => (await orders('SW1006'))[0]!.status).toMatch(/^(OPEN|COMPLETE)$/)
})

it('explains what a fault needs when it is not understood', async () => {
  await expect(sandbox.control('POST', '/faults', { kind: 'reject_next', text: 'rude' })).rejects.toThrow(
    /nul, surrogate/,
  )
  await expect(sandbox.control('POST', '/faults', { kind: 'stick', forMs: -1 })).rejects.toThrow(/forMs/)
})
