import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { show, toasted } from '../../testing/render.tsx'
import { activeTrade, OPEN_AT } from '../../testing/response-bodies.ts'
import { answer, breakOff } from '../../testing/server.ts'
import { tradeChart } from '../../testing/trade-chart-body.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { endRequest, requestAct } from './act-request.ts'
import { Positions } from './Positions.tsx'

const STOP = { user: true, global: false }
const AT = new Date(OPEN_AT).toISOString()

beforeEach(() => {
  endRequest()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  answer('get', '/live_pnl', [
    {
      trade_id: 't1',
      mode: 'paper',
      last_price: 168.5,
      as_of: new Date(OPEN_AT + 300_000).toISOString(),
      gross: 273,
      net: 206.4,
    },
  ])
  answer('get', '/trade_chart', tradeChart())
})

/** Shows `trades` open. */
async function open(...trades: readonly ShownTradeRow[]) {
  const live = createStore<LiveTrades>({ status: 'open', trades, unread: false, crowded: false })
  const view = await show(<Positions uid="u1" live={live} livePnl tradeLog={false} />)
  await screen.findByText('+₹206.40')
  return { ...view, receive: (next: readonly ShownTradeRow[]) => act(() => live.set({ ...live.get(), trades: next })) }
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const question = () => screen.queryByRole('dialog', { name: 'Pause entries and exit all trades?' })
const ask = (request: 'pause' | 'exit_all') => act(() => requestAct(request))

describe('pausing in a trade', () => {
  it('offers to exit as well, with the money', async () => {
    const seen = answer('post', '/trades/exit_all', { trades: ['t1'], stop: STOP }, 202)
    const { user } = await open(activeTrade())
    ask('pause')
    const asked = await dialog('Pause new entries?')
    expect(asked.getByText('Your open trade keeps its stop and exits. You can resume any time.')).toBeTruthy()
    expect(asked.getByText('about +₹206.40')).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Pause and exit all' }))
    expect((await dialog('Exiting all trades')).getByText('Exit received. The order is being sent.')).toBeTruthy()
    expect(seen.bodies).toEqual([{ pause: true }])
  })

  it('pauses alone, and exits nothing', async () => {
    const exits = answer('post', '/trades/exit_all', { trades: ['t1'], stop: STOP }, 202)
    const seen = answer('post', '/stop', STOP)
    const { user } = await open(activeTrade())
    ask('pause')
    await user.click((await dialog('Pause new entries?')).getByRole('button', { name: 'Pause new entries' }))
    await toasted('New entries are paused.')
    expect(seen.bodies).toEqual([{ on: true }])
    expect(exits.bodies).toHaveLength(0)
  })
})

describe('pausing and exiting all', () => {
  const both = [activeTrade(), activeTrade({ trade_id: 't2', symbol: 'BANKNIFTY', strike: 54_500, side: 'PE' })]

  it('follows the broker’s answers, and is flat only once no row is left', async () => {
    answer('post', '/trades/exit_all', { trades: ['t1', 't2'], stop: STOP }, 202)
    const { user, receive } = await open(...both)
    ask('exit_all')
    const asked = await dialog('Pause entries and exit all trades?')
    expect(asked.getAllByRole('listitem')).toHaveLength(2)
    expect(asked.queryByRole('button', { name: 'Pause new entries' })).toBeNull()
    await user.click(asked.getByRole('button', { name: 'Pause and exit all' }))
    const exits = await dialog('Exiting all trades')
    expect(exits.getByText('New entries are paused.')).toBeTruthy()
    const sold = { sent_at: AT, answer: 'accepted' as const, filled_quantity: 65, average_price: 167.9 }
    receive([activeTrade({ exit: { reason: 'user_exit', requested_at: AT, orders: [sold] } })])
    expect(await exits.findByText('65 units sold at ₹167.90. Confirming with the broker.')).toBeTruthy()
    expect(exits.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText('All flat')).toBeNull()
    receive([])
    expect((await dialog('All flat')).getByText('The broker confirms that no trade holds a position.')).toBeTruthy()
  })

  it('calls nothing flat where an entry order was under way', async () => {
    answer('post', '/trades/exit_all', { trades: ['t1', 'entering'], stop: STOP }, 202)
    const { user, receive } = await open(activeTrade())
    ask('exit_all')
    await user.click(
      (await dialog('Pause entries and exit all trades?')).getByRole('button', { name: 'Pause and exit all' }),
    )
    const exits = await dialog('Exiting all trades')
    receive([])
    expect(exits.getByText('An entry order was under way. Anything it still buys is sold.')).toBeTruthy()
    expect(screen.queryByText('All flat')).toBeNull()
  })

  it('may be sent again where no answer came', async () => {
    breakOff('post', '/trades/exit_all')
    const { user } = await open(activeTrade())
    ask('exit_all')
    const asked = await dialog('Pause entries and exit all trades?')
    await user.click(asked.getByRole('button', { name: 'Pause and exit all' }))
    expect((await asked.findByRole('alert')).textContent).toBe(
      'No answer from the server. Try again: sending it twice changes nothing more.',
    )
    answer('post', '/trades/exit_all', { trades: ['t1'], stop: STOP }, 202)
    await user.click(asked.getByRole('button', { name: 'Pause and exit all' }))
    expect(await dialog('Exiting all trades')).toBeTruthy()
  })

  it('is not asked any more once the trade has closed', async () => {
    const { receive } = await open(activeTrade())
    ask('exit_all')
    await dialog('Pause entries and exit all trades?')
    receive([])
    await toasted('No trade is open.')
    expect(question()).toBeNull()
    receive([activeTrade()])
    expect(question()).toBeNull()
  })
})

describe('asked for on another screen', () => {
  const unknown: LiveTrades = { status: 'connecting', trades: undefined, unread: false, crowded: false }

  it('waits until the trades are known here', async () => {
    const live = createStore<LiveTrades>(unknown)
    await show(<Positions uid="u1" live={live} livePnl tradeLog={false} />)
    ask('exit_all')
    expect(question()).toBeNull()
    act(() => live.set({ ...unknown, status: 'open', trades: [activeTrade()] }))
    expect(await (await dialog('Pause entries and exit all trades?')).findByText('about +₹206.40')).toBeTruthy()
  })

  it('shows that no trade is open', async () => {
    const live = createStore<LiveTrades>(unknown)
    await show(<Positions uid="u1" live={live} livePnl tradeLog={false} />)
    ask('exit_all')
    act(() => live.set({ ...unknown, status: 'open', trades: [] }))
    await toasted('No trade is open.')
    expect(question()).toBeNull()
  })
})
