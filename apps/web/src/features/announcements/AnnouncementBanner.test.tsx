import type { ShownAnnouncement } from '@strikewise/wire/announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { AnnouncementBanner } from './AnnouncementBanner.tsx'
import { announcementsQuery } from './queries.ts'

const WARNING: ShownAnnouncement = {
  id: 7,
  level: 'warning',
  title: 'Kite is down tonight',
  body: 'From 22:00 to 23:00.\nStops at the broker hold.',
  language: 'en',
}
const INFO: ShownAnnouncement = { ...WARNING, id: 8, level: 'info', title: 'A new report', body: 'By week.' }

/** A screen below the layout, which reads the announcements. */
function Screen() {
  useQuery(announcementsQuery)
  return (
    <main>
      <AnnouncementBanner />
    </main>
  )
}
const announced = (...announcements: ShownAnnouncement[]) => answer('get', '/announcements', { announcements })
const dismissButton = (title: string) => screen.findByRole('button', { name: `Dismiss: ${title}` })

it('shows nothing while nothing is announced', async () => {
  const seen = announced()
  await show(<Screen />)
  await expect.poll(() => seen.queries.length).toBe(1)
  expect(screen.getByRole('main').textContent).toBe('')
})

it('shows a warning by its word and not by colour alone, with its line breaks', async () => {
  announced(WARNING, INFO)
  await show(<Screen />)
  const [warning, info] = (await screen.findAllByRole('status')).filter((one) => one.querySelector('button'))
  expect(within(warning!).getByText('Warning:', { exact: false })).toBeTruthy()
  expect(within(warning!).getByText(/^From 22:00 to 23:00/).className).toContain('whitespace-pre-line')
  expect(within(info!).queryByText('Warning:', { exact: false })).toBeNull()
})

it('names the language that an announcement is in', async () => {
  announced({ ...WARNING, title: 'आज रात Kite बंद', language: 'hi' })
  await show(<Screen />)
  expect((await screen.findByText('आज रात Kite बंद')).lang).toBe('hi-IN')
})

it('shows what was written as text, never as HTML', async () => {
  announced({ ...WARNING, title: '<img src=x onerror=alert(1)>', body: '<b>bold</b>' })
  await show(<Screen />)
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
  expect(document.querySelector('main img, main b')).toBeNull()
})

it('is gone at once when it is dismissed, and the focus goes to the next one, then to the page', async () => {
  announced(WARNING, INFO)
  const seen = { first: answer('post', '/announcements/7/dismiss', { dismissed: true }) }
  const { user } = await show(<Screen />)
  const first = await dismissButton(WARNING.title)
  announced(INFO)
  await user.click(first)
  expect(document.activeElement).toBe(await dismissButton(INFO.title))
  await expect.poll(() => seen.first.bodies).toEqual([{}])
  expect(screen.queryByText(WARNING.title)).toBeNull()
  announced()
  answer('post', '/announcements/8/dismiss', { dismissed: true })
  await user.click(await dismissButton(INFO.title))
  await expect.poll(() => screen.queryByText(INFO.title)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('comes back when the dismissal could not be saved, and reports it', async () => {
  announced(WARNING)
  refuse('post', '/announcements/7/dismiss', 500, { message: 'Not now.' })
  const { user } = await show(<Screen />)
  await user.click(await dismissButton(WARNING.title))
  await toasted('Not now.')
  expect(await screen.findByText(WARNING.title)).toBeTruthy()
})

it('stays away without a word when it has ended in the meantime', async () => {
  announced(WARNING)
  refuse('post', '/announcements/7/dismiss', 404, { message: 'There is no such announcement.' })
  const { user } = await show(<Screen />)
  const button = await dismissButton(WARNING.title)
  const again = announced()
  await user.click(button)
  await expect.poll(() => again.queries.length).toBe(1)
  expect(screen.queryByText(WARNING.title)).toBeNull()
  expect(screen.queryByText('There is no such announcement.')).toBeNull()
})
