import { screen, within } from '@testing-library/react'
import type { TrackedTradeRow } from '@strikewise/wire/trades.ts'
import { describe, expect, it, vi } from 'vitest'
import { closedTrade } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { TradeLogPanel } from './TradeLogPanel.tsx'

const panel = <TradeLogPanel uid="u1" locked={false} tracker={false} />

it('shows the upgrade prompt to plans without it', async () => {
  await show(<TradeLogPanel uid="u1" locked tracker={false} />)
  expect((await screen.findByRole('link', { name: 'Upgrade Plan' })).getAttribute('href')).toBe('/plans')
})

it('shows that it is loading', async () => {
  hang('get', '/user_trade_logs')
  await show(panel)
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it('shows when nothing was closed today', async () => {
  const seen = answer('get', '/user_trade_logs', [])
  await show(panel)
  expect(await screen.findByText('No Closed Trades Yet Today')).toBeTruthy()
  expect(screen.getByText('Your trade log will appear here after a position is closed.')).toBeTruthy()
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ uid: 'u1', date: '2026-11-20', closed_only: 'true' })
})

it('logs a failed call and keeps the table as it is, or shows that there is none to keep', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/user_trade_logs', 500, { message: 'No.' })
  await show(panel)
  expect(await screen.findByText('Couldn’t load today’s trades')).toBeTruthy()
  expect(screen.queryByText('No Closed Trades Yet Today')).toBeNull()
  expect(logged).toHaveBeenCalled()
})

it('lists the trades by entry time with gross, charges and net', async () => {
  answer('get', '/user_trade_logs', [
    closedTrade({
      trade_id: 't2',
      entry_time: '2026-11-20T10:01:00+05:30',
      pnl: -1576.25,
      charges: 71.22,
      strike: 24500,
    }),
    closedTrade({ entry_fill: { intended_price: 149.5, against: 'mid', difference: -32.5, r: -0.04 } }),
    closedTrade({ trade_id: 't3', entry_time: '2026-11-20T10:30:00+05:30', pnl: null, charges: null }),
  ])
  await show(panel)
  await screen.findByText('Net Realized P&L')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'S. No.',
    'Entry Time',
    'Exit Time',
    'Strike',
    'Entry Price',
    'Exit Price',
    'Qty',
    'P&L',
  ])
  const [, first, second, third] = screen.getAllByRole('row')
  expect(within(first!).getByText('09:31:00')).toBeTruthy()
  expect(within(first!).getByText('+₹1,875.94')).toBeTruthy()
  expect(within(first!).getByText('Paper')).toBeTruthy()
  expect(within(first!).getByText('mid ₹149.50: −₹32.50 (−0.04 R)')).toBeTruthy()
  expect(within(second!).queryByText(/mid ₹/)).toBeNull()
  expect(within(second!).getByText('−₹1,647.47')).toBeTruthy()
  expect(within(third!).getByText('not known')).toBeTruthy()
  expect(screen.getByText('+₹228.47')).toBeTruthy()
  expect(screen.getByText('+₹373.75')).toBeTruthy()
  expect(screen.getByText('₹145.28')).toBeTruthy()
  expect(screen.getByText(/One trade is not in the total/)).toBeTruthy()
})

it('shows of each trade whether it was paper or live, and sums the two apart', async () => {
  answer('get', '/user_trade_logs', [
    closedTrade(),
    closedTrade({ trade_id: 't2', entry_time: '2026-11-20T10:01:00+05:30', pnl: 500, charges: 60, mode: 'live' }),
    closedTrade({ trade_id: 't3', entry_time: '2026-11-20T10:30:00+05:30', pnl: -120.5, charges: 40, mode: 'live' }),
  ])
  await show(panel)
  const live = within(await screen.findByRole('region', { name: 'Live total' }))
  const paper = within(screen.getByRole('region', { name: 'Paper total' }))
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => within(row).getByText(/^(Paper|Live)$/).textContent)).toEqual(['Paper', 'Live', 'Live'])
  expect(live.getByText('Live')).toBeTruthy()
  expect(live.getByText('+₹379.50')).toBeTruthy()
  expect(live.getByText('₹100.00')).toBeTruthy()
  expect(live.getByText('+₹279.50')).toBeTruthy()
  expect(paper.getByText('Paper')).toBeTruthy()
  expect(paper.getByText('+₹1,875.94')).toBeTruthy()
})

describe('the smart tracker', () => {
  const tracked = (change: Partial<TrackedTradeRow> = {}): TrackedTradeRow => ({
    trade_id: 't1',
    mode: 'paper',
    held_seconds: 790,
    planned_loss: 2271.45,
    result_r: 0.83,
    best_price: 184.2,
    kept_of_best: 0.88,
    stop_kept: null,
    manual_exit_quantity: 0,
    second_attempt: false,
    ...change,
  })
  const tracker = <TradeLogPanel uid="u1" locked={false} tracker />

  it('shows what became of each plan', async () => {
    answer('get', '/user_trade_logs', [closedTrade(), closedTrade({ trade_id: 't2' }), closedTrade({ trade_id: 't3' })])
    answer('get', '/trade_tracker', [
      tracked(),
      tracked({ trade_id: 't2', result_r: -1.2, stop_kept: false, held_seconds: 4320 }),
      tracked({
        trade_id: 't3',
        planned_loss: null,
        result_r: null,
        kept_of_best: null,
        manual_exit_quantity: 65,
        held_seconds: 42,
      }),
    ])
    await show(tracker)
    const [, ...rows] = within(await screen.findByRole('table', { name: 'Smart tracker' })).getAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['NIFTY 24450 CE', '13m 10s', '₹2,271.45', '+0.83', '₹184.20', '88%', 'kept'],
      ['NIFTY 24450 CE', '1h 12m', '₹2,271.45', '−1.20', '₹184.20', '88%', 'lost more than planned'],
      ['NIFTY 24450 CE', '42s', '–', '–', '₹184.20', '–', 'sold manually'],
    ])
  })

  it('shows when it could not be read, and leaves the log', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answer('get', '/user_trade_logs', [closedTrade()])
    refuse('get', '/trade_tracker', 500, { message: 'No.' })
    await show(tracker)
    expect(await screen.findByText('Couldn’t load the tracker')).toBeTruthy()
    expect(screen.getByText('Net Realized P&L')).toBeTruthy()
  })
})
