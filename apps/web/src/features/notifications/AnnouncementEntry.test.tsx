import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { bellEntries } from './bell-entries.ts'
import { NotificationBell } from './NotificationBell.tsx'

const notice = (id: number, at: string): NotificationRow => ({
  id,
  kind: 'exit',
  title: 'Exit',
  at,
  text: `Sold number ${id}.`,
  message: { code: 'notice.trade_closed', params: {} },
  link: null,
  read: true,
  earlier: [],
  deliveries: [],
})
const announcement = (id: number, change: Partial<ListedAnnouncement> = {}): ListedAnnouncement => ({
  id,
  level: 'info',
  title: `Announcement number ${id}`,
  body: 'First line.\nSecond line.',
  language: 'en',
  at: '2026-11-20T10:00:00+05:30',
  read: false,
  ...change,
})

async function open(reply: object) {
  answer('get', '/notices', { notices: [], announcements: [], unread: 0, needs_you: 0, next: null, ...reply })
  const shown = await show(<NotificationBell />)
  await shown.user.click(await screen.findByRole('button', { name: 'Notifications' }, { timeout: 10_000 }))
  const list = await screen.findByRole('list', { name: 'Notifications' }, { timeout: 10_000 })
  // Not those of the lists in an entry.
  return { ...shown, rows: [...list.children] as HTMLElement[] }
}

it('stands among the notices by its time, marked as an announcement, with its level, day and text', async () => {
  const warning = announcement(1, { level: 'warning', at: '2026-11-19T18:00:00+05:30', read: true })
  const { rows } = await open({
    notices: [notice(2, '2026-11-20T10:30:00+05:30'), notice(1, '2026-11-20T09:30:00+05:30')],
    announcements: [announcement(2), warning],
    unread: 1,
  })
  expect(rows.map((row) => within(row).getByText(/^(Sold|Announcement) number \d/).textContent)).toEqual([
    'Sold number 2.',
    'Announcement number 2',
    'Sold number 1.',
    'Announcement number 1',
  ])
  const [info, past] = [within(rows[1]!), within(rows[3]!)]
  expect(info.getByText('Announcement')).toBeTruthy()
  expect(info.getByText('Information')).toBeTruthy()
  expect(info.getByText('10:00')).toBeTruthy()
  expect(info.getByText('(unread)')).toBeTruthy()
  expect(past.getByText('Warning')).toBeTruthy()
  expect(past.getByText('19 Nov, 18:00')).toBeTruthy()
  expect(past.queryByText('(unread)')).toBeNull()
  expect(past.queryByRole('button', { name: /^Mark as read/ })).toBeNull()
})

it('is in the language that it was written in, whatever the page is in', async () => {
  const { rows } = await open({
    announcements: [announcement(1, { title: 'Kite बंद', body: 'आज रात।', language: 'hi' })],
  })
  expect(within(rows[0]!).getByText('Kite बंद').closest('[lang]')).toHaveProperty('lang', 'hi-IN')
  expect(within(rows[0]!).getByText('आज रात।').closest('[lang]')).toHaveProperty('lang', 'hi-IN')
})

it('is marked as read alone', async () => {
  const sent = answer('post', '/announcements/read', { read: true })
  const { user } = await open({ announcements: [announcement(1), announcement(2)], unread: 2 })
  await user.click(screen.getByRole('button', { name: 'Mark as read: Announcement number 2' }))
  await expect.poll(() => sent.bodies).toEqual([{ ids: [2] }])
})

it('is marked as read with all others, where there are no notices too', async () => {
  const sent = answer('post', '/announcements/read', { read: true })
  const { user } = await open({
    announcements: [announcement(3), announcement(2, { read: true }), announcement(1)],
    unread: 2,
  })
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await expect.poll(() => sent.bodies).toEqual([{ ids: [3, 1] }])
})

it('marks all as read in both lists', async () => {
  const announcements = answer('post', '/announcements/read', { read: true })
  const notices = answer('post', '/notices/read', { unread: 0 })
  const { user } = await open({
    notices: [{ ...notice(5, '2026-11-20T10:30:00+05:30'), read: false }],
    announcements: [announcement(1)],
    unread: 2,
  })
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await expect
    .poll(() => [announcements.bodies, notices.bodies])
    .toEqual([[{ ids: [1] }], [{ id: 5, and_older: true }]])
})

it('waits for the notices of its time while older ones were not loaded', () => {
  const notices = [notice(2, '2026-11-20T10:30:00+05:30')]
  const namesOf = (hasMore: boolean) => bellEntries(notices, [announcement(1)], hasMore).map(({ type }) => type)
  expect(namesOf(true)).toEqual(['notice'])
  expect(namesOf(false)).toEqual(['notice', 'announcement'])
})
