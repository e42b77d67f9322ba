import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { chartSubject } from '../../features/market-chart/chart-subject.ts'
import { leftThePage, show } from '../../testing/render.tsx'
import { useMarketKeys } from './useMarketKeys.ts'

const onSymbol = vi.fn<(symbol: string) => void>()

function Page() {
  useMarketKeys(onSymbol)
  return <input aria-label="Note" />
}

beforeEach(() => void onSymbol.mockClear())

it.each([
  ['1', 'NIFTY'],
  ['2', 'BANKNIFTY'],
])('%s shows %s, in the chart as well', async (key, symbol) => {
  await show(<Page />)
  await userEvent.keyboard(key)
  expect(onSymbol.mock.calls).toEqual([[symbol]])
  expect(chartSubject.get()).toBe(symbol)
})

it('C opens the page of the option chain', async () => {
  const { address } = await show(<Page />)
  await userEvent.keyboard('c')
  await leftThePage()
  expect(address()).toBe('/option-chain')
  expect(onSymbol).not.toHaveBeenCalled()
})

it('is text in a field', async () => {
  await show(<Page />)
  await userEvent.type(screen.getByLabelText('Note'), '12c')
  expect(onSymbol).not.toHaveBeenCalled()
  expect(chartSubject.get()).toBeUndefined()
})
