import type { TradeCostReply } from '@strikewise/wire/trade-cost.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { TradeCost } from './TradeCost.tsx'

const COST: TradeCostReply = {
  lots: 2,
  holding_minutes: 65,
  spread: 15,
  charges: 63.2,
  decay: 182.4,
  total: 260.6,
  per_unit: 1.74,
  r: 0.18,
  break_even: { points: 7.96, percent: 0.03 },
}
const shown = async (change: Partial<TradeCostReply>) => {
  const { user } = await show(<TradeCost cost={{ ...COST, ...change }} />)
  return { user, line: document.querySelector('summary')! }
}

it('shows the cost with the move that pays it in a line, and its parts on request', async () => {
  const { user, line } = await shown({})
  expect(line.textContent).toBe(
    'Expected cost of 2 lots: ₹260.60 (0.18 R). Breakeven: index moves 8.0 points (0.03 %).',
  )
  expect(document.querySelector('details')!.open).toBe(false)
  await user.click(line)
  expect(document.querySelector('details')!.open).toBe(true)
  for (const [part, value] of [
    ['Spread', '₹15.00'],
    ['Charges of both orders', '₹63.20'],
    ['Time decay in 65 min', '₹182.40'],
    ['Per unit', '₹1.74'],
  ] as const)
    expect(screen.getByText(part).nextSibling!.textContent).toBe(value)
})

it.each<[what: string, change: Partial<TradeCostReply>, text: string]>([
  [
    'the cost of one lot',
    { lots: 1 },
    'Expected cost of 1 lot: ₹260.60 (0.18 R). Breakeven: index moves 8.0 points (0.03 %).',
  ],
  [
    'that time decay is not in the sum',
    { decay: null },
    'Expected cost of 2 lots without time decay, which is not available: ₹260.60 (0.18 R). Breakeven: index moves 8.0 points (0.03 %).',
  ],
  [
    'that delta is not known',
    { break_even: null, r: null },
    'Expected cost of 2 lots: ₹260.60 (– R). Breakeven move not available: delta is not known.',
  ],
  [
    'the move without its share of the index',
    { break_even: { points: 7.96, percent: null } },
    'Expected cost of 2 lots: ₹260.60 (0.18 R). Breakeven: index moves 8.0 points.',
  ],
])('shows %s', async (_what, change, text) => expect((await shown(change)).line.textContent).toBe(text))

it('shows that the cost is not known while a side of the quote is missing', async () => {
  await show(<TradeCost cost={null} />)
  expect(screen.getByText('Expected cost: not available without a bid and an ask.')).toBeTruthy()
})
