import type { LivePnlRow, ShownTradeRow } from '@strikewise/wire/trades.ts'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { registerStream } from '../../lib/stream/poll-intervals.ts'
import { activeTrade, closedTrade, OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { tradeChart } from '../../testing/trade-chart-body.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { Positions } from './Positions.tsx'

const LOADING: LiveTrades = { status: 'connecting', trades: undefined, unread: false, crowded: false }

const pnl = (change: Partial<LivePnlRow> = {}): LivePnlRow => ({
  trade_id: 't1',
  mode: 'paper',
  last_price: 168.5,
  // However long a busy machine takes, it is not old.
  as_of: new Date(OPEN_AT + 300_000).toISOString(),
  gross: 273,
  net: 206.4,
  ...change,
})

interface Watching {
  livePnl?: boolean
  tradeLog?: boolean
}

/** Shows the positions while `trades` are open; undefined: the list has not arrived. */
async function positions(
  trades: readonly ShownTradeRow[] | undefined,
  { livePnl = true, tradeLog = true }: Watching = {},
) {
  const live = createStore<LiveTrades>({ ...LOADING, trades })
  const view = await show(<Positions uid="u1" live={live} livePnl={livePnl} tradeLog={tradeLog} />)
  const receive = (next: Partial<LiveTrades>) => act(() => live.set({ ...live.get(), ...next }))
  return { ...view, receive }
}

/** The observers of what is in view, by the newest element they were given. */
let leaveView: () => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: readonly { isIntersecting: boolean }[]) => void) {
        leaveView = () => act(() => notify([{ isIntersecting: false }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  answer('get', '/live_pnl', [pnl()])
  answer('get', '/trade_chart', tradeChart())
  answer('get', '/user_trade_logs', [])
})

const block = async (name = 'NIFTY 24500 CE') => within(await screen.findByRole('article', { name }))

describe('without an open trade', () => {
  it.each([
    ['the list has not arrived', undefined],
    ['there is none', []],
  ])('shows nothing while %s', async (_when, trades) => {
    const { container } = await positions(trades)
    expect(container.querySelector('article, [role=alert]')).toBeNull()
  })

  it('shows that it does not know when the list cannot be read', async () => {
    const { receive } = await positions(undefined)
    receive({ unread: true })
    expect(within(await screen.findByRole('alert')).getByText('Couldn’t load your open trades')).toBeTruthy()
    expect(screen.getByText('Retrying… Stops at the exchange are not affected.')).toBeTruthy()
  })
})

describe('an open trade', () => {
  it('shows what it is worth, what protects it and what ends it', async () => {
    await positions([activeTrade({ target_price: 213.65 })])
    const position = await block()
    expect((await position.findByText('+₹206.40')).closest('p')!.className).toContain('text-up')
    expect(position.getAllByText('▲')).toHaveLength(2)
    // The chart, which knows the figures of the end, answers apart from the P&L.
    expect(await position.findByText(/Nifty 50 ≈ 24,\d{3}$/)).toBeTruthy()
    for (const text of ['Entry ₹164.30', '₹168.50', '₹140.10', '₹213.65', /^−₹1,6\d\d\.\d\d$/])
      expect(position.getByText(text)).toBeTruthy()
    expect(position.getByText(/^65 units · held \dm \d\ds$/)).toBeTruthy()
    expect(position.getByText('Square-off from 15:05.')).toBeTruthy()
    expect(position.getByText('Time limit 12:05.')).toBeTruthy()
    // ₹206.40 of the ₹1,650 that it could have lost by its plan.
    expect(position.getByText('+0.13 R').closest('p')!.className).toContain('text-up')
    expect(position.getByText('Paper')).toBeTruthy()
  })

  it('waits for a price', async () => {
    hang('get', '/live_pnl')
    await positions([activeTrade()])
    expect(await (await block()).findByText('no price yet')).toBeTruthy()
  })

  it('keeps its stop when the P&L cannot be read', async () => {
    refuse('get', '/live_pnl', 503, { message: 'No.' })
    await positions([activeTrade()])
    const position = await block()
    expect(await position.findByText('Couldn’t load the open P&L. Your stop is not affected.')).toBeTruthy()
    expect(position.getByText('₹140.10')).toBeTruthy()
  })

  it('is grey with the age of its price once that is older than 15 s', async () => {
    answer('get', '/live_pnl', [pnl({ as_of: new Date(OPEN_AT - 43_000).toISOString() })])
    await positions([activeTrade()])
    const position = await block()
    expect(await position.findByText(/^\d+ s old, as of 10:41:30$/)).toBeTruthy()
    expect(position.getByText('+₹206.40').closest('p')!.className).toContain('text-ink-3')
  })

  it('has its stop without the P&L in a plan that does not show it', async () => {
    const seen = answer('get', '/live_pnl', [pnl()])
    await positions([activeTrade()], { livePnl: false })
    const position = await block()
    expect(position.getByText('The open P&L is part of Pro, Elite and Master.')).toBeTruthy()
    expect(seen.queries).toHaveLength(0)
  })

  it('shows that its stop is being placed, and the stop once it is', async () => {
    const { receive } = await positions([activeTrade({ stop_price: null })])
    const position = await block()
    expect(position.getByText('Placing stop…')).toBeTruthy()
    receive({ trades: [activeTrade({ stop_price: 164.3 })] })
    expect(await position.findByText('₹164.30', { selector: 'b' })).toBeTruthy()
  })

  it('stays in a strip with P&L and stop while its block is out of view', async () => {
    await positions([activeTrade()])
    await (await block()).findByText('+₹206.40')
    expect(screen.queryByRole('complementary', { name: 'Open position' })).toBeNull()
    leaveView()
    const strip = within(await screen.findByRole('complementary', { name: 'Open position' }))
    expect(strip.getByText('+₹206.40')).toBeTruthy()
    expect(strip.getByText(/^Stop ₹140.10/)).toBeTruthy()
  })

  it('can be exited from the strip, until it is being exited', async () => {
    const { user, receive } = await positions([activeTrade()])
    await block()
    leaveView()
    const strip = within(await screen.findByRole('complementary', { name: 'Open position' }))
    await user.click(strip.getByRole('button', { name: 'Exit now' }))
    expect(await screen.findByRole('dialog', { name: 'Exit NIFTY 24500 CE?' })).toBeTruthy()
    receive({
      trades: [activeTrade({ instructions: [{ kind: 'exit', at: '2026-11-20T10:42:13+05:30', state: 'received' }] })],
    })
    expect(await strip.findByText('Exiting…')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Exit now' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('shows two trades, each with its own P&L', async () => {
  answer('get', '/live_pnl', [pnl(), pnl({ trade_id: 't2', net: -80.25, last_price: 99 })])
  await positions([activeTrade(), activeTrade({ trade_id: 't2', symbol: 'BANKNIFTY', strike: 54_500, side: 'PE' })])
  expect(await (await block()).findByText('+₹206.40')).toBeTruthy()
  const second = await block('BANKNIFTY 54500 PE')
  expect((await second.findByText('−₹80.25')).closest('p')!.className).toContain('text-down')
})

describe('a trade that ends', () => {
  it('leaves its result until that is dismissed', async () => {
    const { receive, user } = await positions([activeTrade({ status: 'exiting' })])
    await block()
    answer('get', '/user_trade_logs', [closedTrade({ exit_reason: 'manual', net_pnl: 188.2 })])
    receive({ trades: [] })
    expect(await screen.findByText('NIFTY 24500 CE: flat')).toBeTruthy()
    expect(await screen.findByText('+₹188.20')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('NIFTY 24500 CE: flat')).toBeNull()
  })

  it('shows its result once the log has it, though no hint comes', async () => {
    const stream = { carries: () => false, isOpen: () => true }
    registerStream(stream)
    onTestFinished(() => registerStream({ ...stream, isOpen: () => false }))
    const { receive } = await positions([activeTrade({ status: 'exiting' })])
    await block()
    receive({ trades: [] })
    expect(await screen.findByText('NIFTY 24500 CE: flat')).toBeTruthy()
    answer('get', '/user_trade_logs', [closedTrade({ exit_reason: 'manual', net_pnl: 188.2 })])
    expect(await screen.findByText('+₹188.20', undefined, { timeout: 10_000 })).toBeTruthy()
  })
})
