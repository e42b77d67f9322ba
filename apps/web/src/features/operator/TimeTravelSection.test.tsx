import type { PastState } from '@strikewise/wire/time-travel.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { activeTrade, closedTrade } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { refuse, server } from '../../testing/server.ts'
import { TimeTravelSection } from './TimeTravelSection.tsx'

const AT = '2026-11-20T09:51:07+05:30'
const PATH = '/api/operator/users/u9/past'

const pastState = (change: Partial<PastState> = {}): PastState => ({
  user_id: 'u9',
  at: AT,
  active_trades: [],
  trade_log: [],
  standings: [],
  orders: [],
  refusals: [],
  decisions: [],
  kill_switches: [],
  day_locks: [],
  alarms: [],
  not_recorded: ['settings', 'funds'],
  ...change,
})

/** Answers with a state; the queries that were asked. */
function serve(state: PastState): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(PATH, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(state)
    }),
  )
  return asked
}

/** Opens the page as a user's card does, and asks for a second. */
async function ask(moment = '2026-11-20T09:51:07') {
  const view = await show(<TimeTravelSection />, { at: '/?user=u9' })
  const { user } = view
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Show past state' })
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('Date and time (IST)'), moment)
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText(/^Reason/), 'Ticket 7')
  await user.click(button)
  return view
}

const shown = async () => within(await screen.findByRole('region', { name: 'Past state' }))
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)

it('asks for a second with a reason, and shows nothing that acts under the mark of a past state', async () => {
  const asked = serve(pastState())
  await ask()
  const past = await shown()
  expect(asked.map((query) => Object.fromEntries(query))).toEqual([{ at: AT, reason: 'Ticket 7' }])
  expect(past.getByRole('status').textContent).toBe('Past state, read only · u9 · 20 Nov 2026, 09:51:07 IST')
  expect(past.queryAllByRole('button')).toEqual([])
  for (const none of ['No trade was open.', 'No trade of the day had closed.', 'No order of ours by then.'])
    expect(past.getByText(none)).toBeTruthy()
  expect(past.getByText('Funds')).toBeTruthy()
  expect(past.getByText(/^Trade settings and limits/)).toBeTruthy()
})

it('adds the seconds that a browser leaves out where they are 0', async () => {
  const asked = serve(pastState())
  await ask('2026-11-20T09:51')
  await shown()
  expect(asked[0]!.get('at')).toBe('2026-11-20T09:51:00+05:30')
})

it('shows trades by the tables of the trader, with the time of a price and where none is recorded', async () => {
  const none = { bid: null, last_price: null, as_of: null, gross: null, net: null }
  serve(
    pastState({
      active_trades: [activeTrade(), activeTrade({ trade_id: 't2', side: 'PE' })] as PastState['active_trades'],
      standings: [
        {
          ...none,
          trade_id: 't1',
          mode: 'paper',
          last_price: 182.35,
          net: 1100.25,
          gross: 1170,
          as_of: '2026-11-20T09:51:00+05:30',
        },
        { ...none, trade_id: 't2', mode: 'paper' },
      ],
      trade_log: [closedTrade({ trade_id: 't3', status: 'Closed' }), closedTrade({ trade_id: 't4', status: 'Open' })],
    }),
  )
  await ask()
  const past = await shown()
  const open = within(past.getByRole('region', { name: 'Open trades' }))
  expect(open.getByText('+₹1,100.25')).toBeTruthy()
  expect(open.getByText(/at ₹182\.35 of 09:51:00/)).toBeTruthy()
  expect(open.getByText('price not recorded')).toBeTruthy()
  const closed = within(past.getByRole('region', { name: 'Closed trades' }))
  expect(closed.getAllByRole('row')).toHaveLength(2)
  expect(past.queryAllByRole('button')).toEqual([])
})

it('shows orders, refused entries, decisions, pauses, locks and alarms of then', async () => {
  const message = { code: 'legacy.text', params: {} }
  serve(
    pastState({
      orders: [
        {
          order_id: 'o1',
          trade_id: 't1',
          tradingsymbol: 'NIFTY26N2424450CE',
          side: 'SELL',
          kind: 'SL',
          phase: 'armed',
          quantity: 65,
          filled_quantity: 0,
          price: 70.65,
          trigger_price: 80.65,
          average_price: null,
          acknowledged_at: AT,
        },
      ],
      refusals: [
        {
          at: AT,
          symbol: 'NIFTY',
          decision_id: 'd',
          contract: null,
          code: 'x',
          text: 'No funds.',
          message,
          remedy: null,
        },
      ],
      decisions: [
        {
          decision_id: 'd',
          symbol: 'NIFTY',
          minute_end: AT,
          action: 'buy_put',
          score: -0.45,
          threshold: 0.4,
          spot: 24_500.5,
        },
      ],
      kill_switches: [{ scope: 'user', since: AT, resume_at: '2026-11-20T10:05:00+05:30' }],
      day_locks: [{ mode: 'paper', reason: 'loss_cap', at: AT }],
      alarms: [{ at: AT, code: 'second_order', text: 'Two orders.' }],
    }),
  )
  await ask()
  const past = await shown()
  const rowsOf = (name: string) => {
    const [, ...rows] = within(past.getByRole('region', { name })).getAllByRole('row')
    return rows.map(cellsOf)
  }
  expect(rowsOf('Orders by then')).toEqual([
    ['09:51:07', 'SELL NIFTY26N2424450CE SL', '₹70.65', '₹80.65', '0/65', 'Trigger pending'],
  ])
  expect(rowsOf('Newest decisions then')).toEqual([['NIFTY', '09:51:07', 'Buy put', '−0.45', '0.40', '24,500.50']])
  expect(past.getByText('No funds.')).toBeTruthy()
  expect(past.getByText('The user had paused entries').parentElement!.textContent).toContain('until 10:05:00')
  expect(past.getByText('Daily loss limit reached')).toBeTruthy()
  expect(past.getByText('Two orders.')).toBeTruthy()
})

it('shows that there is no such user', async () => {
  refuse('get', '/operator/users/u9/past', 404, { message: 'No such account.' })
  await ask()
  expect(within(await screen.findByRole('alert')).getByText('No account found')).toBeTruthy()
})
