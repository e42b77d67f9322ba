import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { FEATURE_FLAGS } from '@strikewise/wire/feature-flags.ts'
import type { FlagRow } from '@strikewise/wire/operator-flags.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { FlagsSection } from './FlagsSection.tsx'

const UNCHANGED: FlagRow[] = FEATURE_FLAGS.map((flag) => ({
  flag,
  plans: [...PLANS],
  percentage: 100,
  updated_by: null,
  updated_at: null,
}))
const listed = (change: Partial<FlagRow> = {}) => {
  const flags = UNCHANGED.map((row, at) => (at === 0 ? { ...row, ...change } : row))
  return answer('get', '/operator/flags', { flags })
}
const first = async () =>
  within(within(await screen.findByRole('list', { name: 'Optional features' })).getAllByRole('listitem')[0]!)
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })

it('shows each feature, what goes on without it, who has it, and the time within which a change holds', async () => {
  listed()
  await show(<FlagsSection />)
  const row = await first()
  expect(row.getByText('Custom alerts')).toBeTruthy()
  expect(row.getByText(/those on the own loss are still watched/)).toBeTruthy()
  expect(row.getByText('On for everyone')).toBeTruthy()
  expect(row.getByText('Never changed.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(FEATURE_FLAGS.length)
  expect(screen.getByText(/holds in every process within 5 seconds/)).toBeTruthy()
  expect(screen.getByText(/^Exits, stop-loss orders, .* cannot be switched off here\./)).toBeTruthy()
})

it.each<[change: Partial<FlagRow>, reach: string]>([
  [{ percentage: 0 }, 'Off for everyone'],
  [{ percentage: 25 }, 'On for 25% of all plans'],
  [{ plans: ['elite', 'master'] }, 'On for 100% of Elite, Master'],
])('with %j shows %s, and who changed it when', async (change, reach) => {
  listed({ ...change, updated_by: 'first@example.com', updated_at: '2026-11-20T10:05:00+05:30' })
  await show(<FlagsSection />)
  const row = await first()
  expect(row.getByText(reach)).toBeTruthy()
  expect(row.getByText('Last changed at 20 Nov 2026, 10:05 IST by first@example.com.')).toBeTruthy()
})

it('changes plans and percentage once there is a reason, a plan and a whole percentage', async () => {
  listed()
  const sent = answer('put', '/operator/flags', { flags: UNCHANGED })
  const { user } = await show(<FlagsSection />)
  await user.click((await first()).getByRole('button', { name: 'Change: Custom alerts' }))
  const percent = screen.getByLabelText('Percent of their users')
  expect(save().disabled).toBe(true)
  await user.type(screen.getByLabelText('Reason'), ' An incident. ')
  expect(save().disabled).toBe(false)
  for (const wrong of ['101', '2.5', '-1', 'x']) {
    await user.clear(percent)
    await user.type(percent, wrong)
    expect(screen.getByText('A whole number from 0 to 100')).toBeTruthy()
    expect(save().disabled).toBe(true)
  }
  await user.clear(percent)
  await user.type(percent, '0')
  for (const plan of ['Starter', 'Pro', 'Elite', 'Master'])
    await user.click(screen.getByRole('checkbox', { name: plan }))
  expect(save().disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Master' }))
  await user.click(screen.getByRole('checkbox', { name: 'Pro' }))
  await user.click(save())
  await expect
    .poll(() => sent.bodies)
    .toEqual([{ flag: 'custom_alerts', plans: ['pro', 'master'], percentage: 0, reason: 'An incident.' }])
  await expect.poll(() => screen.queryByRole('form', { name: 'Change: Custom alerts' })).toBeNull()
})

it('keeps the form when the server refuses the change, and shows why', async () => {
  listed()
  refuse('put', '/operator/flags', 403, { message: 'Sign in again.' })
  const { user } = await show(<FlagsSection />)
  await user.click((await first()).getByRole('button', { name: 'Change: Custom alerts' }))
  await user.type(screen.getByLabelText('Reason'), 'Roll-out.')
  await user.click(save())
  await toasted('Sign in again.')
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Roll-out.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText('Reason')).toBeNull()
})
