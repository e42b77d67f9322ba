import type { ListedUser } from '@strikewise/wire/operator-users.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse, server } from '../../testing/server.ts'
import { UsersSection } from './UsersSection.tsx'

const listedUser = (id: string, more: Partial<ListedUser> = {}): ListedUser => ({
  user_id: id,
  name: `User ${id}`,
  masked_email: `${id}•••@example.com`,
  joined_at: '2026-11-20T10:05:00+05:30',
  plan: 'elite',
  plan_expiry: null,
  link: 'live',
  connected: true,
  ...more,
})

/** Answers pages of users, two of them where no filter is given; the queries that were asked. */
function serveUsers(): string[] {
  const asked: string[] = []
  server.use(
    http.get('/api/operator/users', ({ request }) => {
      const { search } = new URL(request.url)
      asked.push(search)
      if (search === '') return HttpResponse.json({ users: [listedUser('a'), listedUser('b')], next: '1.b' })
      const other = listedUser('c', { plan: null, link: 'none', connected: false })
      return HttpResponse.json({ users: [other], next: null })
    }),
  )
  return asked
}

it('lists users a page at a time, with masked addresses', async () => {
  const asked = serveUsers()
  const { user } = await show(<UsersSection />)
  expect(await screen.findByText('a•••@example.com')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show earlier' }))
  const row = (await screen.findByText('c•••@example.com')).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['User c', 'c•••@example.com', 'None', 'None', '20 Nov 2026'])
  expect(screen.getAllByRole('row')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  expect(asked).toEqual(['', '?before=1.b'])
})

it('asks for those of a plan, a term and a link', async () => {
  const asked = serveUsers()
  const { user } = await show(<UsersSection />)
  await screen.findByText('a•••@example.com')
  await user.selectOptions(screen.getByLabelText('Plan'), 'pro')
  await user.selectOptions(screen.getByLabelText('Term'), 'Ended')
  await user.selectOptions(screen.getByLabelText('Broker link'), 'Paper')
  expect(await screen.findByText('c•••@example.com')).toBeTruthy()
  expect(asked.at(-1)).toBe('?plan=pro&term=ended&link=paper')
  await user.selectOptions(screen.getByLabelText('Plan'), 'All')
  await expect.poll(() => asked.at(-1)).toBe('?term=ended&link=paper')
})

it('opens one and leads back to the list; a failure is shown', async () => {
  serveUsers()
  refuse('get', '/operator/users/a', 404, { message: 'No account has this id.' })
  answer('get', '/operator/users/b', {
    user_id: 'b',
    name: 'Ravi',
    email: 'ravi@example.com',
    email_verified: true,
    joined_at: '2026-11-20T10:05:00+05:30',
    plan: 'pro',
    plan_expiry: null,
    next_plan: null,
    stopped: false,
    link: null,
    payments: [],
  })
  const { user } = await show(<UsersSection />)
  await user.click(await screen.findByRole('button', { name: 'User a' }))
  expect(await screen.findByText('No account found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to the list' }))
  await user.click(await screen.findByRole('button', { name: 'User b' }))
  expect(await screen.findByText('ravi@example.com')).toBeTruthy()
})
