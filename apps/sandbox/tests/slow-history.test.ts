import { expect, it } from 'vitest'
import { SandboxFixture } from './sandbox-fixture.ts'

const YEAR_OF_HOURS = '/instruments/historical/256265/60minute?from=2025-08-20&to=2026-09-15'

it('answers calls, sends ticks and fills orders while a year of history is made for another client', async () => {
  await using sandbox = await SandboxFixture.start({ speed: 1 })
  const [historian, trader] = [await sandbox.login('SW1001'), await sandbox.login('SW1002')]
  const [option] =
    await sandbox.get<{ tradingsymbol: string; lot_size: number; ask: number }[]>('/sandbox/chain?symbol=NIFTY')
  let isMade = false
  const history = historian.data<{ candles: unknown[] }>('GET', YEAR_OF_HOURS).finally(() => (isMade = true))
  const { order_id } = await trader.data<{ order_id: string }>('POST', '/orders/regular', {
    exchange: 'NFO',
    tradingsymbol: option!.tradingsymbol,
    transaction_type: 'BUY',
    quantity: String(option!.lot_size),
    product: 'NRML',
    order_type: 'LIMIT',
    price: (Math.round(option!.ask * 1.02 * 20) / 20).toFixed(2),
    validity: 'DAY',
  })
  let answered = 0
  for (; !isMade && answered < 5; answered += 1)
    await trader
      .data('GET', `/quote/ltp?i=NFO:${option!.tradingsymbol}`)
      .catch(() => trader.data('GET', '/user/profile'))
  expect(answered).toBe(5)
  expect(isMade).toBe(false)
  expect((await history).candles.length).toBeGreaterThan(1_500)
  await expect
    .poll(async () => (await trader.data<{ status: string }[]>('GET', `/orders/${order_id}`)).at(-1)?.status)
    .toBe('COMPLETE')
})
