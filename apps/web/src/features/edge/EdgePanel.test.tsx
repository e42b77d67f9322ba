import type { EdgeReply, MeasuredEdgeRow } from '@strikewise/wire/reports.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { queryClient } from '../../lib/query-client.ts'
import { EdgePanel } from './EdgePanel.tsx'
import { edgeQuery } from './queries.ts'

const measured: MeasuredEdgeRow = {
  trades: 60,
  days: 12,
  from: '2026-10-01' as MeasuredEdgeRow['from'],
  to: '2026-11-20' as MeasuredEdgeRow['to'],
  gross: 2000,
  charges: 4400,
  net: -2400,
  wins: 24,
  win_rate: 0.4,
  win_rate_interval: { low: 0.286, high: 0.526 },
  expectancy: -40,
  expectancy_interval: { low: -180.5, high: 95 },
  expectancy_r: -0.03,
  expectancy_r_interval: { low: -0.12, high: 0.06 },
  profit_factor: 0.84,
  drawdown: 5100,
  drawdown_days: 7,
  verdict: 'not_positive',
}

async function page(change: Partial<EdgeReply>) {
  answer('get', '/edge', { paper: null, live: null, min_trades: 50, min_days: 10, ...change })
  await show(<EdgePanel modes={['live', 'paper']} />)
  await screen.findByRole('region', { name: 'Paper account' })
}

const kind = (name: string) => within(screen.getByRole('region', { name }))

it('shows what trades brought with its interval, count, period, costs and fall', async () => {
  await page({ live: measured })
  const live = kind('Live account')
  for (const text of [
    'No edge found',
    '−₹40.00',
    '95%: −₹180.50 to +₹95.00',
    '−0.03 R',
    '40%',
    '95%: 29% to 53%',
    'The 95% intervals stay valid however often you look at them.',
    '0.84',
    '60 on 12 days',
    '2026-10-01 to 2026-11-20',
    '−₹2,400.00',
    '₹4,400.00',
    '₹5,100.00',
  ])
    expect(live.getByText(text)).toBeTruthy()
  expect(kind('Paper account').getByText('Not yet known')).toBeTruthy()
})

it('shows how much is missing while nothing is known, and gives no mean', async () => {
  await page({ paper: { ...measured, trades: 12, days: 3, verdict: 'not_known' } })
  const paper = kind('Paper account')
  expect(paper.getByText(/^12 of 50 trades, 3 of 10 days: too few/)).toBeTruthy()
  expect(paper.getAllByText('not yet known')).toHaveLength(3)
  expect(paper.queryByText('−₹40.00')).toBeNull()
})

it('shows a mean without an interval while no day excludes anything', async () => {
  await page({ paper: { ...measured, expectancy_interval: null, expectancy_r_interval: null } })
  expect(kind('Paper account').getByText('−₹40.00')).toBeTruthy()
  expect(kind('Paper account').queryByText(/^95%: -/)).toBeNull()
})

it('promises nothing where an edge was shown', async () => {
  await page({ paper: { ...measured, verdict: 'positive' } })
  expect(kind('Paper account').getByText(/not a promise of the next ones/)).toBeTruthy()
})

it('shows that it is loading', async () => {
  hang('get', '/edge')
  await show(<EdgePanel modes={['live']} />)
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it('offers another try when it could not be read', async () => {
  refuse('get', '/edge', 403, { message: 'No.' })
  await show(<EdgePanel modes={['live']} />)
  expect(await screen.findByText('Couldn’t load the measured edge')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('shows why a read was refused because of too many, claims nothing about trades, and reads again on request', async () => {
  const tooMany = 'Too many requests. Try again in a minute.'
  refuse('get', '/edge', 429, { message: tooMany, detail: tooMany })
  const { user } = await show(<EdgePanel modes={['live', 'paper']} />)
  expect(await screen.findByText('Couldn’t load the measured edge')).toBeTruthy()
  expect(screen.getByText(tooMany)).toBeTruthy()
  expect(screen.queryByText(/closed trades yet|Not yet known/)).toBeNull()
  answer('get', '/edge', { paper: measured, live: null, min_trades: 50, min_days: 10 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No edge found')).toBeTruthy()
})

it('shows why newer figures were refused beside the older ones', async () => {
  await page({ paper: measured })
  const tooMany = 'Too many requests. Try again in a minute.'
  refuse('get', '/edge', 429, { message: tooMany, detail: tooMany })
  await queryClient.invalidateQueries(edgeQuery)
  const notice = await screen.findByText(/Showing older figures/)
  expect(notice.textContent).toContain(tooMany)
  expect(kind('Paper account').getByText('No edge found')).toBeTruthy()
})
