import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activeTrade } from '../../testing/bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { ActiveTradesPanel } from './ActiveTradesPanel.tsx'

let line: EventTarget & { url: string }

class Socket extends EventTarget {
  url: string
  constructor(url: string) {
    super()
    this.url = url
    // oxlint-disable-next-line typescript/no-this-alias -- the test talks to the newest socket
    line = this
  }
  close() {}
}

const happens = (event: Event) => {
  act(() => {
    line.dispatchEvent(event)
  })
}
const says = (data: unknown) => happens(new MessageEvent('message', { data: JSON.stringify(data) }))

beforeEach(() => vi.stubGlobal('WebSocket', Socket))
afterEach(() => vi.unstubAllGlobals())

it('goes from connecting to live and asks for the list once', async () => {
  const seen = answer('get', '/user_active_trades', [activeTrade()])
  await show(<ActiveTradesPanel uid="u1" />)
  expect(await screen.findByText('Connecting')).toBeTruthy()
  expect(new URL(line.url).searchParams.get('date')).toBe('2026-11-20')
  happens(new Event('open'))
  expect(screen.getByText('Live', { selector: 'span span' })).toBeTruthy()
  expect(await screen.findByText('NIFTY 24500 CE')).toBeTruthy()
  expect(seen.queries).toHaveLength(1)
})

it('shows error and reconnecting', async () => {
  await show(<ActiveTradesPanel uid="u1" />)
  await screen.findByText('Connecting')
  happens(new Event('error'))
  expect(screen.getByText('Error')).toBeTruthy()
  happens(new Event('close'))
  expect(screen.getByText('Reconnecting...')).toBeTruthy()
})

it('says when there is no trade', async () => {
  await show(<ActiveTradesPanel uid="u1" />)
  await screen.findByText('Connecting')
  says([])
  expect(screen.getByText('No Active Trades')).toBeTruthy()
  expect(screen.getByText('Awaiting trade entry...')).toBeTruthy()
})

it('lists a trade with price, quantity, stop, mode and status', async () => {
  await show(<ActiveTradesPanel uid="u1" />)
  await screen.findByText('Connecting')
  says([activeTrade(), activeTrade({ trade_id: 't2', mode: 'live', stop_price: null, status: 'exiting', side: 'PE' })])
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Entry Time',
    'Strike',
    'Entry Price',
    'Quantity',
    'Status',
  ])
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['10:35:33', 'NIFTY 24500 CE', '₹164.30', '65', 'Open', 'Paper', 'stop ₹140.10'])
    expect(within(first!).getByText(text)).toBeTruthy()
  for (const text of ['Exiting', 'Live', 'no stop yet']) expect(within(second!).getByText(text)).toBeTruthy()
})
