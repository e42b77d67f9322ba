import { screen, waitFor, within } from '@testing-library/react'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ContractHistory } from './ContractHistory.tsx'

const TERMS = { symbol: 'NIFTY', strike: 24_550, side: 'CE', expiry: istDate('2026-11-24') } as const
const day = (date: string, change: number | null = -120_000) => ({
  date,
  close: 151.25,
  volume: 650,
  open_interest: 1_234_500,
  oi_change: change,
})
const minute = (at: number, price: number | null, open_interest: number | null) => ({
  time: istInstant(istDate('2026-11-19'), 9, at),
  price,
  open_interest,
})
const past = (days: object[] | null) => answer('get', '/contract_history', { ...TERMS, days })
const panel = () => show(<ContractHistory contract={TERMS} name="NIFTY 24550 CE" />)
const table = () => screen.findByRole('region', { name: 'Past sessions, newest first' })
const textsOf = (row: HTMLElement) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)

it('shows each session with its close, open interest and its change, a dash without the session before', async () => {
  past([day('2026-11-19'), day('2026-11-18', null)])
  await panel()
  const [, first, second] = within(await table()).getAllByRole('row')
  expect(textsOf(first!)).toEqual(['19 Nov 2026', '151.25', '12.35L', '−1.20L'])
  expect(textsOf(second!)[3]).toBe('–')
})

it('draws the minutes of the session that is pressed, and no more once it is pressed again', async () => {
  past([day('2026-11-19'), day('2026-11-18')])
  const asked = answer('get', '/contract_history_minutes', {
    ...TERMS,
    date: '2026-11-19',
    minutes: [
      minute(15, 140, 1_000_000),
      minute(16, null, 900_000),
      minute(17, 150.5, null),
      minute(18, 145, 1_100_000),
    ],
  })
  const { user } = await panel()
  await user.click(await screen.findByRole('button', { name: '19 Nov 2026' }))
  const interest = /Open interest, 19 Nov 2026: 10\.00L at 09:15, 11\.00L at 09:18, between 9\.00L and 11\.00L$/
  expect(await screen.findByRole('img', { name: interest })).toBeTruthy()
  const price = /Price, 19 Nov 2026: ₹140\.00 at 09:15, ₹145\.00 at 09:18, between ₹140\.00 and ₹150\.50$/
  expect(screen.getByRole('img', { name: price })).toBeTruthy()
  expect(Object.fromEntries(asked.queries[0]!)).toEqual({ ...TERMS, strike: '24550', date: '2026-11-19' })
  await user.click(screen.getByRole('button', { name: '19 Nov 2026', expanded: true }))
  expect(screen.queryByRole('img')).toBeNull()
})

it('shows ten sessions and, when asked, all of them', async () => {
  past(Array.from({ length: 12 }, (_, i) => day(`2026-10-${String(28 - i).padStart(2, '0')}`)))
  const { user } = await panel()
  expect(within(await table()).getAllByRole('row')).toHaveLength(11)
  await user.click(screen.getByRole('button', { name: 'Show all 12 sessions' }))
  expect(within(await table()).getAllByRole('row')).toHaveLength(13)
})

it('asks again while the server has not read them, and says in the end that they cannot be read', async () => {
  const asked = past(null)
  await panel()
  expect(screen.queryByText(/^Past sessions are not available/)).toBeNull()
  await waitFor(() => expect(asked.queries.length).toBeGreaterThan(2), { timeout: 20_000 })
  expect(await screen.findByText(/^Past sessions are not available/, {}, { timeout: 20_000 })).toBeTruthy()
})

it('says that none is stored yet', async () => {
  past([])
  await panel()
  expect(await screen.findByText(/^No past session of this contract is stored yet\./)).toBeTruthy()
})

it('reports sessions and minutes that cannot be loaded', async () => {
  refuse('get', '/contract_history', 503, { message: 'No.' })
  const { user } = await panel()
  expect(await screen.findByText('Couldn’t load past sessions')).toBeTruthy()
  past([day('2026-11-19')])
  refuse('get', '/contract_history_minutes', 503, { message: 'No.' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: '19 Nov 2026' }))
  expect(await screen.findByText('Couldn’t load the minutes of 19 Nov 2026')).toBeTruthy()
})
