import { describe, expect, it } from 'vitest'
import { parseChangeForm, parseOrderForm, type OrderForm } from './order-form.ts'

const sound: OrderForm = {
  exchange: 'NFO',
  tradingsymbol: 'NIFTY26D0124000CE',
  transaction_type: 'BUY',
  order_type: 'LIMIT',
  quantity: '65',
  product: 'NRML',
  price: '121.5',
  tag: 'e01k9f3',
}

describe('the form of an order', () => {
  it('is read into paise and units, with Kite’s defaults', () =>
    expect(parseOrderForm('regular', sound)).toEqual({
      ok: true,
      value: {
        variety: 'regular',
        exchange: 'NFO',
        tradingsymbol: 'NIFTY26D0124000CE',
        side: 'BUY',
        orderType: 'LIMIT',
        quantity: 65,
        product: 'NRML',
        price: 12_150,
        triggerPrice: 0,
        validity: 'DAY',
        validityTtlMinutes: 0,
        disclosedQuantity: 0,
        marketProtection: 0,
        autoslice: false,
        tag: 'e01k9f3',
        algoId: null,
      },
    }))

  it.each<[what: string, change: OrderForm, message: string]>([
    ['no side', { transaction_type: '' }, 'Missing or empty field `transaction_type`.'],
    ['a share product', { product: 'CNC' }, 'Invalid `product`.'],
    ['no quantity', { quantity: undefined }, 'Missing or empty field `quantity`.'],
    ['a broken quantity', { quantity: '6.5' }, 'failed to decode quantity, got: 6.5 (expected integer)'],
    [
      'a word for a number',
      { market_protection: 'True' },
      'failed to decode market_protection, got: True (expected decimal)',
    ],
    ['a price between paise', { price: '121.505' }, 'Tick size'],
    ['a word for a switch', { autoslice: 'yes' }, 'failed to decode autoslice'],
  ])('is refused with %s', (_what, change, message) => {
    const parsed = parseOrderForm('regular', { ...sound, ...change })
    expect(parsed.ok ? '' : parsed.refusal.message).toContain(message)
  })

  it('of a change keeps what is left out', () =>
    expect(parseChangeForm({ price: '100', quantity: '' })).toEqual({ ok: true, value: { price: 10_000 } }))
})
