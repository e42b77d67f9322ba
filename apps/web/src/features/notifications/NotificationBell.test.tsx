import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leftThePage, show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { NotificationBell } from './NotificationBell.tsx'

const row = (id: number, change: Partial<NotificationRow> = {}): NotificationRow => ({
  id,
  kind: 'exit',
  title: 'Exit',
  at: '2026-11-20T10:35:00+05:30',
  text: `Sold number ${id}.`,
  message: { code: 'notice.trade_closed', params: {} },
  link: '/why/decision/d1',
  read: false,
  earlier: [],
  deliveries: [],
  ...change,
})

const bell = (name: RegExp | string) => screen.findByRole('button', { name }, { timeout: 10_000 })

describe('the bell', () => {
  it('counts what needs its user, lists everything, and marks one as read that is opened', async () => {
    answer('get', '/notices', {
      announcements: [],
      notices: [row(2), row(1, { read: true, link: null })],
      unread: 1,
      needs_you: 1,
      next: null,
    })
    const seen = answer('post', '/notices/read', { unread: 0 })
    const { user, address } = await show(<NotificationBell />)
    await user.click(await bell('Notifications, 1 needs you'))
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    expect(list.getAllByText(/^Sold number/)).toHaveLength(2)
    expect(list.getByText('Sold number 2.')).toBeTruthy()
    expect(list.getAllByText('10:35')).toHaveLength(2)
    await user.click(list.getByRole('link', { name: /^Exit.*unread/ }))
    await leftThePage()
    expect(address()).toBe('/why/decision/d1')
    expect(seen.bodies).toEqual([{ id: 2, and_older: false }])
  })

  it('marks all as read, by keyboard', async () => {
    answer('get', '/notices', {
      announcements: [],
      notices: [row(7, { link: null, at: '2026-11-19T09:20:00+05:30' })],
      unread: 3,
      needs_you: 2,
      next: null,
    })
    const seen = answer('post', '/notices/read', { unread: 0 })
    const { user } = await show(<NotificationBell />)
    const button = await bell('Notifications, 2 need you')
    button.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('19 Nov, 09:20')).toBeTruthy()
    const all = screen.getByRole('button', { name: 'Mark all as read' })
    all.focus()
    await user.keyboard('{Enter}')
    await expect.poll(() => seen.bodies).toEqual([{ id: 7, and_older: true }])
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })

  it('counts nothing that only reports what happened, and still lets it be marked as read', async () => {
    answer('get', '/notices', { announcements: [], notices: [row(2)], unread: 1, needs_you: 0, next: null })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell('Notifications'))
    expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeTruthy()
  })

  it('goes back page by page', async () => {
    const seen = answer('get', '/notices', { announcements: [], notices: [row(9)], unread: 1, needs_you: 0, next: 9 })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell(/Notifications/))
    await user.click(await screen.findByRole('button', { name: 'Show earlier' }))
    await expect.poll(() => seen.queries.map((query) => query.get('before'))).toContain('9')
  })

  it('shows the newest of a trade, and opened what happened before', async () => {
    const earlier: NotificationRow['earlier'] = [
      { id: 3, kind: 'stop_moved', title: 'Stop moved', at: '2026-11-20T10:32:00+05:30', text: 'Stop at 105.' },
      { id: 2, kind: 'entry', title: 'Entry', at: '2026-11-20T10:30:00+05:30', text: 'Bought 75.' },
    ]
    answer('get', '/notices', {
      announcements: [],
      notices: [row(4, { earlier }), row(1)],
      unread: 2,
      needs_you: 0,
      next: null,
    })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell('Notifications'))
    const summary = await screen.findByText('2 steps before')
    await user.click(summary)
    const steps = within(summary.closest('details')!).getAllByRole('listitem', { hidden: true })
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '10:32 Stop moved Stop at 105.',
      '10:30 Entry Bought 75.',
    ])
    expect(screen.getAllByText(/before$/)).toHaveLength(1)
  })

  it('shows where a notice was delivered, and opened why not elsewhere', async () => {
    const deliveries: NotificationRow['deliveries'] = [
      { channel: 'telegram', state: 'sent', at: '2026-11-20T10:36:00+05:30', reason: null },
      { channel: 'push', state: 'failed', at: null, reason: 'the push service did not answer' },
      { channel: 'mail', state: 'held', at: '2026-11-21T07:00:00+05:30', reason: 'quiet hours' },
    ]
    const none: NotificationRow['deliveries'] = [
      { channel: 'telegram', state: 'not_sent', at: null, reason: 'no chat linked' },
      { channel: 'push', state: 'waiting', at: null, reason: null },
    ]
    const notices = [row(2, { deliveries }), row(1, { deliveries: none })]
    answer('get', '/notices', { announcements: [], notices, unread: 2, needs_you: 0, next: null })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell('Notifications'))
    const summary = await screen.findByText('Delivered: Bell, Telegram. Not delivered: Browser')
    await user.click(summary)
    const list = within(summary.closest('details')!).getAllByRole('listitem', { hidden: true })
    expect(list.map(({ textContent }) => textContent)).toEqual([
      'Bell: 20 Nov 2026, 10:35 IST',
      'Telegram: sent 20 Nov 2026, 10:36 IST',
      'Browser: not delivered, the push service did not answer',
      'Email: held until 21 Nov 2026, 07:00 IST, quiet hours',
    ])
    const other = screen.getByText('Delivered: Bell').closest('details')!
    expect(other.textContent).toContain('Telegram: not sent, no chat linked')
    expect(other.textContent).toContain('Browser: on its way')
  })

  it('shows that there is nothing', async () => {
    answer('get', '/notices', { announcements: [], notices: [], unread: 0, needs_you: 0, next: null })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell('Notifications'))
    expect(await screen.findByText('Nothing yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('shows that it could not be read', async () => {
    refuse('get', '/notices', 403, { message: 'No.' })
    const { user } = await show(<NotificationBell />)
    await user.click(await bell('Notifications'))
    expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy()
  })
})
