import type { Revenue, RevenueSums } from '@strikewise/wire/revenue.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { RevenueSection } from './RevenueSection.tsx'

const NONE: RevenueSums = { payments: 0, received: 0, gst: 0, refunds: 0, refunded: 0, refunded_gst: 0, net: 0 }
const NOVEMBER: RevenueSums = {
  payments: 3,
  received: 13_000,
  gst: 1983.05,
  refunds: 1,
  refunded: 2000,
  refunded_gst: 305.08,
  net: 9322.03,
}
const REVENUE: Revenue = {
  months: [
    { month: '2026-10', ...NONE },
    { month: '2026-11', ...NOVEMBER },
  ],
  total: NOVEMBER,
  plans: [
    { plan: 'master', payments: 1, received: 7000 },
    { plan: 'elite', payments: 1, received: 4000 },
  ],
}

it('shows each month, the newest first, with its file for the GST return, and their total', async () => {
  answer('get', '/operator/revenue', REVENUE)
  await show(<RevenueSection />)
  const rows = within(await screen.findByRole('region', { name: 'Months, newest first' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.querySelector('td')!.textContent)).toEqual(['Nov 2026', 'Oct 2026', 'Total'])
  const cells = within(rows[1]!).getAllByRole('cell')
  expect(cells.slice(1, 7).map((cell) => cell.textContent)).toEqual([
    '3',
    '₹13,000.00',
    '₹1,983.05',
    '1',
    '₹2,000.00',
    '₹9,322.03',
  ])
  expect(screen.getByRole('link', { name: 'CSV Nov 2026' }).getAttribute('href')).toBe(
    '/api/operator/gst/csv?month=2026-11',
  )
})

it('shows what each plan brought', async () => {
  answer('get', '/operator/revenue', REVENUE)
  await show(<RevenueSection />)
  const items = within(await screen.findByRole('region', { name: 'Revenue by plan' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['master, 1 payment₹7,000.00', 'elite, 1 payment₹4,000.00'])
})
