import { BOUGHT, accepted, fillOf, intent, order, place } from '@strikewise/execution/testing/trade-fixture.ts'
import { rs } from '@strikewise/execution/testing/scenario.ts'
import { describe, expect, it } from 'vitest'
import { partExitOf } from './part-exit.ts'

const part = (id: string, filled: number) =>
  order(id, { intentId: `i-${id}`, kind: 'LIMIT', phase: 'complete', filled })
const sale = (id: string) => intent('reduce', place('SELL'), accepted(id, 100), { id: `i-${id}` })

describe('what was sold in parts', () => {
  it('is null while nothing was', () => {
    expect(partExitOf([fillOf(BOUGHT, rs(150))], [], [BOUGHT, order('s1')])).toBeNull()
    expect(partExitOf([fillOf(BOUGHT, rs(150))], [sale('r1')], [BOUGHT, part('r1', 0)])).toBeNull()
  })

  it('is the units and the average price of those sales alone', () => {
    const orders = [BOUGHT, part('r1', 65), part('r2', 130), order('s1', { phase: 'complete', filled: 65 })]
    const fills = [
      fillOf(orders[0]!, rs(150)),
      fillOf(orders[1]!, rs(151)),
      fillOf(orders[2]!, rs(154)),
      fillOf(orders[3]!, rs(120)),
    ]
    expect(partExitOf(fills, [sale('r1'), sale('r2')], orders)).toEqual({ quantity: 195, average_price: 153 })
  })
})
