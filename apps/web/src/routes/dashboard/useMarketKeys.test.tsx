import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { chartSubject } from '../../features/market-chart/chart-subject.ts'
import { useMarketKeys } from './useMarketKeys.ts'

const onSymbol = vi.fn<(symbol: string) => void>()

function Page() {
  useMarketKeys(onSymbol)
  return (
    <>
      <input aria-label="Note" />
      <section aria-labelledby="option-chain">
        <h2 id="option-chain">Chain</h2>
      </section>
    </>
  )
}

beforeEach(() => {
  onSymbol.mockClear()
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

it.each([
  ['1', 'NIFTY'],
  ['2', 'BANKNIFTY'],
])('%s shows %s, in the chart as well', async (key, symbol) => {
  render(<Page />)
  await userEvent.keyboard(key)
  expect(onSymbol.mock.calls).toEqual([[symbol]])
  expect(chartSubject.get()).toBe(symbol)
})

it('C goes to the option chain', async () => {
  render(<Page />)
  await userEvent.keyboard('c')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Chain' }))
  expect(onSymbol).not.toHaveBeenCalled()
})

it('is text in a field', async () => {
  render(<Page />)
  await userEvent.type(screen.getByLabelText('Note'), '12c')
  expect(onSymbol).not.toHaveBeenCalled()
  expect(chartSubject.get()).toBeUndefined()
})
