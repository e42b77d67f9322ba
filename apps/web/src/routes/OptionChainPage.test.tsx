import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { chainRow, chainWallsBody, meBody, OPEN_AT } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { OptionChainPage } from './OptionChainPage.tsx'

const option = { iv: 12.5, delta: 0.5, gamma: 0.0012, vega: 9.1, theta: -8.2, volume: 250_000, oi_change: -120_000 }
const details = (strike: number) => ({ strike, ce: { ...option, build_up: null }, pe: { ...option, build_up: null } })

beforeEach(() => {
  answer('get', '/me', meBody())
  answer('get', '/live_indices', {
    nifty50: { price: 24_526.65, change: 12, change_percent: 0.05 },
    banknifty: { price: 52_010, change: 12, change_percent: 0.02 },
    as_of: new Date(OPEN_AT).toISOString(),
  })
  answer('get', '/option_chain_walls', chainWallsBody())
  answer('get', '/option_chain_details', [details(24_500), details(24_550)])
})

const rowOf = (strike: number) => screen.getByRole('rowheader', { name: new RegExp(`^${strike}`) }).closest('tr')!

it('shows every strike with its greeks, and the index between the two around it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500), chainRow(26_000)])
  await show(<OptionChainPage />)
  await screen.findByRole('rowheader', { name: /^26000/ })
  await waitFor(() => expect(within(rowOf(24_500)).getAllByText('12.5')).toHaveLength(2))
  expect(within(rowOf(24_500)).getAllByText('0.0012')).toHaveLength(2)
  const index = await screen.findByText('Index 24,526.65')
  expect(index.closest('tr')!.previousElementSibling).toBe(rowOf(24_500))
  expect(index.closest('tr')!.nextElementSibling).toBe(rowOf(24_550))
})

it('tints the call below the index and the put above it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500)])
  await show(<OptionChainPage />)
  await screen.findByText('Index 24,526.65')
  const tinted = (strike: number) =>
    [...rowOf(strike).children]
      .map((cell) => cell.className.includes('bg-warn-soft'))
      .map(Number)
      .join('')
  // Eleven cells on each side of the strike.
  expect([tinted(24_500), tinted(24_550)]).toEqual([
    `${'1'.repeat(11)}0${'0'.repeat(11)}`,
    `${'0'.repeat(11)}0${'1'.repeat(11)}`,
  ])
})

it('opens with the strike at the money halfway between the head and the end of the table', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('aria-current') === 'true' ? 2000 : 0
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(532)
  answer('get', '/option_chain_table', [chainRow(24_500), chainRow(22_000), chainRow(26_000)])
  await show(<OptionChainPage />)
  const table = await screen.findByRole('region', { name: 'All strikes' })
  // The middle of the row is at 2,016; half of what is left below a head of 32 is 250.
  expect(table.scrollTop).toBe(2016 - 32 - 250)
})

it('asks for the other index, and names it on the ticket', async () => {
  const seen = answer('get', '/option_chain_table', [chainRow(52_000)])
  const { user } = await show(<OptionChainPage />)
  await user.click(await screen.findByRole('radio', { name: 'Bank Nifty' }))
  await waitFor(() => expect(seen.queries.map((query) => query.get('symbol'))).toContain('BANKNIFTY'))
  expect(await screen.findByRole('rowheader', { name: /^52000/ })).toBeTruthy()
})

it('keeps the strikes when a later answer fails, and reports it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_500)])
  await show(<OptionChainPage />)
  await screen.findByRole('rowheader', { name: /^24500/ })
  refuse('get', '/option_chain_table', 503, { message: 'No.' })
  expect(await screen.findByText('Couldn’t refresh this. You see the last answer.')).toBeTruthy()
  expect(rowOf(24_500)).toBeTruthy()
})

it('asks for nothing while the plan has no option chain', async () => {
  answer('get', '/me', meBody({ plan: 'starter' }))
  const seen = answer('get', '/option_chain_table', [])
  await show(<OptionChainPage />)
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
  expect(seen.queries).toHaveLength(0)
})
