import type { AnnouncementRow } from '@strikewise/wire/operator-announcements.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { AnnouncementsSection } from './AnnouncementsSection.tsx'

const SHOWN: AnnouncementRow = {
  id: 7,
  level: 'warning',
  title: 'Kite is down tonight',
  body: 'From 22:00 to 23:00.\nStops at the broker hold.',
  title_hi: 'आज रात Kite बंद',
  body_hi: 'स्टॉप बने रहेंगे।',
  plans: ['elite', 'master'],
  from: '2026-11-20T10:05:00+05:30',
  until: '2026-11-20T23:00:00+05:30',
  state: 'shown',
  dismissals: 1,
  created_by: 'first@example.com',
  created_at: '2026-11-20T10:05:00+05:30',
  withdrawn_by: null,
  withdrawn_at: null,
}
const listed = (...announcements: AnnouncementRow[]) => answer('get', '/operator/announcements', { announcements })
const announce = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Announce' })

async function fill(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Title'), ' Kite is down ')
  await user.selectOptions(screen.getByLabelText('Level'), 'Warning')
  await user.type(screen.getByLabelText('Text'), 'Stops hold.')
  await user.click(screen.getByRole('checkbox', { name: 'Master' }))
  await user.click(screen.getByRole('checkbox', { name: 'Pro' }))
  expect(announce().disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Until (IST)'), { target: { value: '2026-11-20T23:00' } })
}

it('announces from now once it has a title, a text, a plan and an end', async () => {
  listed()
  const sent = answer('post', '/operator/announcements', SHOWN)
  const { user } = await show(<AnnouncementsSection />)
  await fill(user)
  await user.click(announce())
  await expect
    .poll(() => sent.bodies)
    .toEqual([
      {
        level: 'warning',
        title: 'Kite is down',
        body: 'Stops hold.',
        title_hi: null,
        body_hi: null,
        plans: ['pro', 'master'],
        from: null,
        until: '2026-11-20T23:00:00+05:30',
      },
    ])
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

it('announces from a time on, in Hindi too: title and text, or neither', async () => {
  listed()
  const sent = answer('post', '/operator/announcements', SHOWN)
  const { user } = await show(<AnnouncementsSection />)
  await fill(user)
  await user.selectOptions(screen.getByLabelText('Begins'), 'At a time')
  expect(announce().disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('From (IST)'), { target: { value: '2026-11-20T22:00' } })
  await user.type(screen.getByLabelText('Title in Hindi'), 'Kite बंद')
  expect(announce().disabled).toBe(true)
  await user.type(screen.getByLabelText('Text in Hindi'), 'स्टॉप बने रहेंगे')
  await user.click(announce())
  await expect
    .poll(() => sent.bodies)
    .toMatchObject([{ from: '2026-11-20T22:00:00+05:30', title_hi: 'Kite बंद', body_hi: 'स्टॉप बने रहेंगे' }])
})

it('keeps what was written when the server refuses it, and shows why', async () => {
  listed()
  refuse('post', '/operator/announcements', 400, { message: 'until: Must be later than the start' })
  const { user } = await show(<AnnouncementsSection />)
  await fill(user)
  await user.click(announce())
  await toasted('until: Must be later than the start')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(' Kite is down ')
})

it('shows what is announced, to which plans, for how long and how many dismissed it, and withdraws it', async () => {
  listed(SHOWN)
  const sent = answer('post', '/operator/announcements/7/withdraw', { ...SHOWN, state: 'withdrawn' })
  const { user } = await show(<AnnouncementsSection />)
  const list = within(await screen.findByRole('list', { name: 'Announcements' }))
  expect(list.getByText('Shown')).toBeTruthy()
  expect(list.getByText('Warning')).toBeTruthy()
  expect(list.getByText('आज रात Kite बंद').parentElement?.lang).toBe('hi-IN')
  expect(
    list.getByText(
      'For Elite, Master. From 20 Nov 2026, 10:05 IST until 20 Nov 2026, 23:00 IST, by first@example.com. 1 user has dismissed it.',
    ),
  ).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Withdraw: Kite is down tonight' }))
  await expect.poll(() => sent.bodies).toEqual([{}])
})

it.each<[state: AnnouncementRow['state'], name: string, canWithdraw: boolean]>([
  ['scheduled', 'Scheduled', true],
  ['shown', 'Shown', true],
  ['ended', 'Ended', false],
])('shows one that is %s as %s', async (state, name, canWithdraw) => {
  listed({ ...SHOWN, state })
  await show(<AnnouncementsSection />)
  expect(await screen.findByText(name)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Withdraw/ }) !== null).toBe(canWithdraw)
})

it('shows who withdrew one, and when', async () => {
  const withdrawn = { withdrawn_by: 'second@example.com', withdrawn_at: '2026-11-20T11:00:00+05:30' }
  listed({ ...SHOWN, state: 'withdrawn', ...withdrawn })
  await show(<AnnouncementsSection />)
  expect(await screen.findByText('Withdrawn')).toBeTruthy()
  expect(screen.getByText('Withdrawn at 20 Nov 2026, 11:00 IST by second@example.com.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

it('shows what was written as text, never as HTML', async () => {
  listed({ ...SHOWN, title: '<img src=x onerror=alert(1)>', body: '<b>bold</b>' })
  const { container } = await show(<AnnouncementsSection />)
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
  expect(container.querySelector('img, b')).toBeNull()
})
