import { screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { moveClock, setClock } from '../../lib/server-clock.ts'
import { activeTrade, chainWallsBody, closedTrade, OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { FeedProvider } from '../../lib/feed.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { risingCandles, tradeChart } from '../../testing/trade-chart-body.ts'
import { closeTicket, ticketRequest } from '../ticket/ticket-request.ts'
import { chartTrades } from './chart-trade.ts'
import { MarketChartPanel } from './MarketChartPanel.tsx'
import { setOverlay } from './overlay-choice.ts'
import { OVERLAYS } from './overlays.ts'

const panel = (trades = chartTrades([], []), delaySeconds = 0, shows = { chain: true, decisions: true }) =>
  show(
    <FeedProvider delayMs={delaySeconds * 1000}>
      <MarketChartPanel uid="u1" trades={trades} delaySeconds={delaySeconds} shows={shows} />
    </FeedProvider>,
  )

const PAYOFF = 'Profit and loss by index level'

beforeEach(() => {
  const quote = { price: 24_541.35, change: 1, change_percent: 0.1 }
  answer('get', '/live_indices', { nifty50: quote, banknifty: quote, as_of: new Date(OPEN_AT).toISOString() })
  answer('get', '/index_candles', risingCandles(24_500))
  answer('get', '/trade_chart', tradeChart())
})

describe('the index', () => {
  it('is drawn in one-minute candles that follow the last price, and described in a text', async () => {
    await panel()
    expect(await screen.findByText('10 bars')).toBeTruthy()
    const words = /Nifty 50, 1 min · 24,541\.35 · H 24,541\.35 \(10:42\) · L 24,499\.00 \(10:33\)\./
    expect(screen.getByRole('img', { name: words })).toBeTruthy()
    expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([
      'Nifty 50',
      'Bank Nifty',
      '1m',
      '3m',
      '5m',
      '15m',
    ])
  })

  it('stands after the session before, with a line between them, and has a text of its own', async () => {
    const dayBefore = risingCandles(20_000).map((bar) => ({ ...bar, time: bar.time - 24 * 60 * 60_000 }))
    answer('get', '/index_candles_before', dayBefore)
    await panel()
    expect(await screen.findByText('20 bars')).toBeTruthy()
    expect(screen.getByText('divided before bar 10')).toBeTruthy()
    expect(screen.getByRole('img', { name: /L 24,499\.00 \(10:33\)\./ })).toBeTruthy()
  })

  it('shows the session before alone while today has no bars', async () => {
    answer('get', '/index_candles', [])
    answer('get', '/index_candles_before', risingCandles(20_000))
    await panel()
    expect(
      await screen.findByText(/the session before, closed at 20,010\.00\. Today’s candles start at 09:15/),
    ).toBeTruthy()
    expect(screen.queryByText(/divided/)).toBeNull()
  })

  it('shows since when no price has come while the market trades, but for what the plan is late anyway', async () => {
    const at = OPEN_AT - 60_000
    answer('get', '/live_indices', { as_of: new Date(at).toISOString() })
    setClock(OPEN_AT, 1)
    const { unmount } = await panel()
    expect(await screen.findByText('No new price since 10:41:13')).toBeTruthy()
    unmount()
    // The price is no older for the delayed plan, however long the machine took for the first.
    moveClock(OPEN_AT, 1)
    await panel([], 60)
    await screen.findByText('10 bars')
    expect(screen.queryByText(/No new price/)).toBeNull()
  })

  it('changes with the keys: the index and the length of a bar', async () => {
    const seen = answer('get', '/index_candles', risingCandles(24_500))
    const { user } = await panel()
    await screen.findByText('10 bars')
    screen.getByRole('radio', { name: '1m' }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('radio', { name: '5m', checked: true })).toBe(document.activeElement)
    expect(await screen.findByText('3 bars')).toBeTruthy()
    screen.getByRole('radio', { name: 'Nifty 50' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('img', { name: /^Bank Nifty, 5 min/ })).toBeTruthy()
    expect(seen.queries.at(-1)!.get('symbol')).toBe('BANKNIFTY')
  })

  it('marks when its own trades were entered and left, paper and live as text', async () => {
    const open = activeTrade({ mode: 'live' })
    const { user } = await panel(chartTrades([open], [closedTrade({ trade_id: 't2' })]))
    await user.click(await screen.findByRole('radio', { name: 'Nifty 50' }))
    for (const mark of ['Live in', 'Paper in', 'Paper out']) expect(await screen.findByText(mark)).toBeTruthy()
    expect(screen.getByRole('img', { name: /Your trades: NIFTY 24500 CE, NIFTY 24450 CE\./ })).toBeTruthy()
    // Stop and target are premiums: here it is drawn about where the option would be at them, as it is priced now.
    for (const line of ['line Decided 24512.35', 'line ≈ Stop 24515', 'line ≈ Target 24635'])
      expect(await screen.findByText(line)).toBeTruthy()
    expect(
      screen.getByRole('img', { name: /Stop ≈ index 24,515, target ≈ index 24,635 at today’s volatility\.$/ }),
    ).toBeTruthy()
  })

  it('is there as a table for who asks', async () => {
    const { user } = await panel()
    await user.click(await screen.findByRole('button', { name: 'Show as a table' }))
    const table = screen.getByRole('region', { name: 'The newest bars, newest first' })
    expect(within(table).getAllByRole('row')).toHaveLength(11)
    expect(within(table).getAllByRole('cell')[0]!.textContent).toBe('10:42')
    await user.click(screen.getByRole('button', { name: 'Hide the table' }))
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows that it is loading', async () => {
    hang('get', '/index_candles')
    await panel()
    expect(await screen.findByRole('status', { name: 'Loading...' })).toBeTruthy()
  })

  it('shows when the session has no bars yet', async () => {
    answer('get', '/index_candles', [])
    await panel()
    expect(await screen.findByText('No bars of Nifty 50 yet')).toBeTruthy()
  })

  it('offers another try when it cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/index_candles', 503, { message: 'No.' })
    const { user } = await panel()
    expect(await screen.findByText('Couldn’t load the chart')).toBeTruthy()
    answer('get', '/index_candles', risingCandles(24_500))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('10 bars')).toBeTruthy()
  })

  it('shows that it is late on a delayed plan', async () => {
    await panel([], 60)
    expect(await screen.findByText('one minute late')).toBeTruthy()
  })
})

describe('an open trade', () => {
  it('is what is shown first: its option with entry, stop, target and the way of the stop', async () => {
    await panel(chartTrades([activeTrade()], []))
    expect(await screen.findByRole('img', { name: /^NIFTY 24500 CE, price of one unit/ })).toBeTruthy()
    expect(screen.getByRole('radio', { name: '24500 CE', checked: true })).toBeTruthy()
    for (const line of ['line Entry 164.3', 'line Stop 140.1', 'line Target 213.65', 'Paper in'])
      expect(screen.getByText(line)).toBeTruthy()
    expect(screen.getByText('stairs 131.4 131.4 131.4 131.4 131.4 140.1 140.1 140.1')).toBeTruthy()
    expect(screen.getByText(/₹164\.30 at 10:35:33/).textContent).toContain('Signal at Nifty 50 24,512.35')
    expect(screen.getByText(/moved up once, from ₹131\.40/)).toBeTruthy()
  })

  it('has its payoff drawn when it is asked for, with what can be lost as text', async () => {
    const { user } = await panel(chartTrades([activeTrade()], []))
    await user.click(await screen.findByRole('button', { name: PAYOFF, expanded: false }))
    expect(await screen.findByRole('region', { name: PAYOFF })).toBeTruthy()
    expect(screen.getByText(/^Maximum loss ₹10,7\d\d\.\d\d/)).toBeTruthy()
    expect(screen.getByText(/At the stop \(₹140\.10\): −₹1,6\d\d\.\d\d/)).toBeTruthy()
    expect(screen.getByText(/on 24 Nov 2026 it breaks even with Nifty 50 at 24,66\d/)).toBeTruthy()
    expect(screen.getByText('Now')).toBeTruthy()
  })

  it('opens a ticket of its contract', async () => {
    const { user } = await panel(chartTrades([activeTrade()], []))
    await user.click(await screen.findByRole('button', { name: 'Trade 24500 CE' }))
    const { symbol, strike, side, expiry } = tradeChart()
    expect(ticketRequest.get()).toEqual({ symbol, strike, side, expiry })
    closeTicket()
  })

  it('shows no present value where the plan sees the market late', async () => {
    answer('get', '/trade_chart', tradeChart({ pricing: null, delayed_by: 60 }))
    const { user } = await panel(chartTrades([activeTrade()], []), 60)
    await user.click(await screen.findByRole('button', { name: PAYOFF }))
    expect(await screen.findByText('At expiry')).toBeTruthy()
    expect(screen.queryByText('Now')).toBeNull()
  })

  it('describes a far target in a text instead of flattening the chart', async () => {
    answer('get', '/trade_chart', tradeChart({ target: 400 }))
    await panel(chartTrades([activeTrade()], []))
    expect(await screen.findByText(/₹400\.00 \(off chart\)/)).toBeTruthy()
    expect(screen.queryByText(/line Target/)).toBeNull()
  })

  it('shows when its option has no minutes yet, and still what is known', async () => {
    answer('get', '/trade_chart', tradeChart({ candles: [], stops: [], pricing: null }))
    await panel(chartTrades([activeTrade()], []))
    expect(await screen.findByText('No minutes of this option yet')).toBeTruthy()
    expect(screen.getByText('Placing stop…')).toBeTruthy()
  })

  it('asks again only for the minutes that may have changed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const seen = answer('get', '/trade_chart', tradeChart())
    await panel(chartTrades([activeTrade()], []))
    await screen.findByText('10 bars')
    await vi.advanceTimersByTimeAsync(2100)
    await waitFor(() => expect(seen.queries).toHaveLength(2))
    expect(seen.queries[0]!.get('from')).toBeNull()
    expect(seen.queries[1]!.get('from')).toBe(String(risingCandles(0).at(-2)!.time))
    vi.useRealTimers()
  })
})

it('a closed trade shows its exit, can be chosen among the others, and has nothing left to pay', async () => {
  const closed = closedTrade({ trade_id: 't2' })
  const { user } = await panel(chartTrades([activeTrade()], [closed]))
  await screen.findByRole('img', { name: /price of one unit/ })
  answer(
    'get',
    '/trade_chart',
    tradeChart({
      trade_id: 't2',
      status: 'Closed',
      held: { quantity: 0, cost: 0 },
      target: null,
      exit: { at: '2026-11-20T10:41:10+05:30', price: 180 },
    }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Trade' }), 't2')
  expect(await screen.findByText('₹180.00 at 10:41:10')).toBeTruthy()
  expect(screen.queryByText(/^line (Stop|Target)/)).toBeNull()
  expect(screen.queryByRole('button', { name: PAYOFF })).toBeNull()
})

describe('the indicators over the candles', () => {
  afterEach(() => {
    for (const overlay of OVERLAYS) setOverlay(overlay, false)
  })

  const choose = async (user: Awaited<ReturnType<typeof panel>>['user'], name: RegExp) => {
    await user.click(screen.getByRole('button', { name: /^Indicators/ }))
    await user.click(await screen.findByRole('checkbox', { name }))
    await user.keyboard('{Escape}')
  }

  it('are drawn once they are chosen, have a legend with their newest value, and stay chosen', async () => {
    const { user, unmount } = await panel()
    await screen.findByText('10 bars')
    expect(screen.queryByRole('list', { name: 'Indicators' })).toBeNull()
    await choose(user, /^EMA/)
    const legend = within(await screen.findByRole('list', { name: 'Indicators' }))
    // Ten bars: EMA 9 is warm since two, EMA 21 is not yet.
    expect(legend.getByText(/^EMA 9 24,5\d\d\.\d\d$/)).toBeTruthy()
    expect(legend.getByText('EMA 21 –')).toBeTruthy()
    expect(screen.getByText('ema_fast 2 points')).toBeTruthy()
    unmount()
    const again = await panel()
    expect(await screen.findByText('ema_fast 2 points')).toBeTruthy()
    await choose(again.user, /^EMA/)
    expect(screen.queryByText(/^ema_fast/)).toBeNull()
  })

  it('hold the walls of the option chain for the index and the plan that have it', async () => {
    answer('get', '/option_chain_walls', chainWallsBody({ call_wall: 24_600, put_wall: 24_400 }))
    const { user } = await panel()
    await choose(user, /^Open-interest walls/)
    expect(await screen.findByText('line Call wall 24600')).toBeTruthy()
    expect(screen.getByText('line Put wall 24400')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Bank Nifty' }))
    await expect.poll(() => screen.queryByText(/^line Call wall/)).toBeNull()
    await choose(user, /^EMA/)
    await user.click(screen.getByRole('button', { name: /^Indicators/ }))
    expect(screen.queryByRole('checkbox', { name: /walls/ })).toBeNull()
  })
})

describe('a candle', () => {
  it('leads to the decision of its minute, from the table as well', async () => {
    const { user, address } = await panel()
    await screen.findByText('10 bars')
    await user.click(screen.getByRole('button', { name: 'Show as a table' }))
    await user.click(screen.getByRole('link', { name: '10:34' }))
    expect(decodeURIComponent(address())).toBe('/why/NIFTY/2026-11-20T10:35')
  })

  it('is no way to it for a plan without decisions', async () => {
    const { user } = await panel([], 0, { chain: false, decisions: false })
    await screen.findByText('10 bars')
    expect(screen.queryByText(/Click a candle/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show as a table' }))
    expect(screen.queryByRole('link', { name: '10:34' })).toBeNull()
  })
})
