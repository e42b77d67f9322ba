import { beforeEach, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { Exchange } from '../exchange.ts'
import { at, ScriptedMarket, orderFor } from '../testing/scripted-market.ts'
import type { ConvertRequest } from './convert-position.ts'

const market = new ScriptedMarket()
const call = market.contract()
let exchange: Exchange

beforeEach(() => {
  market.quote(call, { bid: 11_990, ask: 12_000 })
  exchange = new Exchange({ seed: 'convert', market, now: at(0) })
  exchange.openAccount('A', 50_000_000 as Paise, at(0))
  exchange.place('A', orderFor(call, { quantity: 130, product: 'NRML' }), at(0))
  exchange.advance(at(5_000))
})

const asked: ConvertRequest = { tradingsymbol: call.tradingsymbol, side: 'BUY', quantity: 65, from: 'NRML', to: 'MIS' }
const held = () =>
  exchange.positions('A', at(6_000)).net.map((row) => [row.product, row.quantity, row.average_price, row.buy_value])

it('moves part of a position to the other product at its average price', () => {
  expect(exchange.convert('A', asked, at(5_000))).toBeUndefined()
  expect(held()).toEqual([
    ['NRML', 65, 120, 7800],
    ['MIS', 65, 120, 7800],
  ])
})

it.each<[what: string, change: Partial<ConvertRequest>, message: string]>([
  ['more than is held', { quantity: 195 }, 'smaller'],
  ['a short that is none', { side: 'SELL' }, 'smaller'],
  ['a broken lot', { quantity: 10 }, 'lot size'],
  ['to the same product', { to: 'NRML' }, 'the same'],
])('refuses %s', (_what, change, message) => {
  expect(exchange.convert('A', { ...asked, ...change }, at(5_000))?.message).toContain(message)
  expect(held()).toEqual([['NRML', 130, 120, 15_600]])
})

it('does not turn a long intraday option into a carried one', () => {
  exchange.convert('A', asked, at(5_000))
  expect(exchange.convert('A', { ...asked, from: 'MIS', to: 'NRML' }, at(5_000))?.message).toContain('not allowed')
})
