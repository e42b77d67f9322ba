import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decisionBody, written } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { Contributions } from './Contributions.tsx'

const part = (agent: string, weight: number, signed: number, stale = false) => ({
  agent,
  bias: 'neutral' as const,
  weight,
  signed,
  stale,
  as_of: '2026-11-20T10:42:00+05:30',
})

it('lists what each agent adds, the largest first, the filters, and what would change the answer', async () => {
  answer('get', '/decisions', [
    decisionBody({
      coverage: 0.8,
      contributions: [
        part('candle_signal', 0.2, 0.4),
        part('indicator_signal', 0.6, -0.8),
        part('fii_dii_signal', 0.2, 1, true),
      ],
      no_trade: [{ code: 'opening_minutes', ...written('No entries before 09:30.') }],
    }),
  ])
  await show(<Contributions symbol="NIFTY" />)
  expect(await screen.findByText('ADX over 20')).toBeTruthy()
  const [agents, filters] = screen.getAllByRole('list')
  expect(
    within(agents!)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Indicators−0.60', 'Candles+0.10', 'FII/DIItoo old'])
  expect(
    within(filters!)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Range filter: open', 'Entry filter: No entries before 09:30.'])
})

it('shows a range as what closes the range filter alone', async () => {
  answer('get', '/decisions', [decisionBody({ no_trade: [{ code: 'regime_range', ...written('Ranging market.') }] })])
  await show(<Contributions symbol="NIFTY" />)
  expect(await screen.findByText('Range filter: range-bound')).toBeTruthy()
  expect(screen.getByText('Entry filter: open')).toBeTruthy()
})

it('lists the voting agents without figures before the first decision of the day', async () => {
  answer('get', '/decisions', [])
  await show(<Contributions symbol="NIFTY" />)
  expect(await screen.findByText('Shown with the first decision of the day.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Candles–',
    'Indicators–',
    'Option chain–',
    'FII/DII–',
    'Spike–',
  ])
})
