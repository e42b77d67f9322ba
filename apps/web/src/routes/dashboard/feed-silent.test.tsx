import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as news from '../../features/news/NewsMarquee.tsx'
import { OpeningSocket } from '../../testing/opening-socket.ts'
import {
  activeTrade,
  chainWallsBody,
  closedTrade,
  decisionBody,
  meBody,
  OPEN_AT,
  signalBody,
} from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { tradeChart } from '../../testing/trade-chart-body.ts'
import { DashboardPage } from './DashboardPage.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than a test waits by itself.
await import('./Market.tsx')

/* With the feed silent no part of the dashboard claims to be current. */

const price = { price: 24512.35, change: 81.2, change_percent: 0.33 }
const SILENT_SINCE = OPEN_AT - 60_000
const iso = (at: number) => new Date(at).toISOString()
const bar = { time: SILENT_SINCE - (SILENT_SINCE % 60_000), open: 1, high: 3, low: 1, close: 2 }
const option = { strike: 24500, ce_oi: 5, ce_ltp: 100, ce_above_ema: true, pe_oi: 5, pe_ltp: 100, pe_above_ema: false }

/** A day with a trade open, priced `at`. */
function marketAt(at: number) {
  answer('get', '/live_indices', { nifty50: price, banknifty: price, as_of: iso(at) })
  answer('get', '/index_candles', [bar])
  answer('get', '/signals', { candle_signal: signalBody('bullish'), market_block_signal: signalBody('unblocked') })
  answer('get', '/option_chain_table', [option])
  answer('get', '/option_chain_walls', chainWallsBody())
  answer('get', '/user_trade_logs', [closedTrade()])
  answer('get', '/user_active_trades', [activeTrade()])
  answer('get', '/trade_chart', tradeChart())
  answer('get', '/live_pnl', [
    { trade_id: activeTrade().trade_id, mode: 'paper', last_price: 151, as_of: iso(at), gross: 400, net: 320.5 },
  ])
  answer('get', '/entry_refusals', { refusals: [], next: null })
  answer('get', '/decisions', [decisionBody()])
  answer('get', '/indicator_values', { as_of: iso(at), stale: false, delayed_by: 0, values: { rsi: 51 } })
}

const panel = async (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  vi.stubGlobal('WebSocket', OpeningSocket)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(news, 'NewsMarquee').mockReturnValue(null)
})

const page = () => show(<DashboardPage />, { path: '/dashboard', at: '/dashboard' })

describe('a feed that is silent', () => {
  beforeEach(async () => {
    marketAt(SILENT_SINCE)
    await page()
    await screen.findByText('Prices stopped at 10:41:13')
  })

  it('stops the badge of the market and shows since when', () => {
    expect(screen.getByText('Prices stopped 10:41:13')).toBeTruthy()
    expect(screen.getByText('Market open').querySelector('.animate-pulse-dot')).toBeNull()
  })

  it.each(['Nifty 50', 'Bank Nifty'])('dates the price of %s and takes its colour', async (name) => {
    const card = within(await panel(name))
    expect(await card.findByText('as of 10:41:13')).toBeTruthy()
    expect(card.getByText('24,512.35').className).toContain('text-ink-3')
    expect(card.getByText('+81.20').parentElement!.className).not.toContain('text-up')
  })

  it('shows no trade as live and no P&L in colour', async () => {
    const trades = within(await panel('Live Active Trades'))
    expect(await trades.findByText('No current prices')).toBeTruthy()
    expect(trades.queryByText('Live')).toBeNull()
    expect(await trades.findByText(/at ₹151\.00 of 10:41:13/)).toBeTruthy()
    for (const figure of trades.getAllByText('+₹320.50')) expect(figure.className).not.toContain('text-up')
  })

  it('marks every signal as stale', async () => {
    const signals = within(await panel('Core Agent Signals'))
    await signals.findByText('Bullish')
    expect(signals.getAllByText('Stale')).toHaveLength(2)
  })

  it('dates the option chain', async () => {
    const chain = within(await panel('Nifty Option Chain'))
    expect(await chain.findByText('Not current: the prices are from 10:41:13.')).toBeTruthy()
  })

  it('claims nothing current on the chart', async () => {
    const chart = within(await panel('Chart'))
    expect(await chart.findByText('No new price since 10:41:13')).toBeTruthy()
    expect(chart.queryByText(/ now[.,]/)).toBeNull()
    expect(chart.queryByText('Now')).toBeNull()
  })

  it('leaves no coloured figure and no pulse outside the parts that turn grey', async () => {
    await screen.findAllByText('+₹320.50')
    const coloured = document.querySelectorAll('[class*="text-up"], [class*="text-down"], [class*="bg-up-soft"]')
    const outside = [...coloured].filter(
      (element) =>
        element.closest('[data-prices="stopped"]') === null &&
        element.closest('header, [aria-labelledby="trade-log"]') === null,
    )
    expect(outside.map((element) => element.textContent)).toEqual([])
    // Those of what is still being loaded end.
    await waitFor(() => expect(document.querySelectorAll('.animate-pulse-dot')).toHaveLength(0))
  })
})

it('claims the same figures as current while prices arrive', async () => {
  marketAt(OPEN_AT)
  await page()
  const trades = within(await panel('Live Active Trades'))
  expect(await trades.findByText('Live')).toBeTruthy()
  expect((await trades.findByText('+₹320.50')).className).toContain('text-up')
  expect(document.querySelector('[data-prices="stopped"]')).toBeNull()
  expect(screen.queryByText(/^Prices stopped/)).toBeNull()
})

it('reports it when the market is open and there has been no price', async () => {
  marketAt(OPEN_AT)
  answer('get', '/live_indices', {})
  await page()
  expect(await screen.findByText('No prices yet')).toBeTruthy()
})

it('does not call signals real time while prices have stopped', async () => {
  marketAt(SILENT_SINCE)
  answer('get', '/me', meBody({ plan: 'pro' }))
  await page()
  const signals = within(await panel('Signals in your plan'))
  await waitFor(() => expect(signals.getByText('prices stopped')).toBeTruthy())
  expect(signals.queryByText('real time')).toBeNull()
})
