import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { ChangePasswordPage } from './ChangePasswordPage.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

describe('change password', () => {
  async function change(current: string, next: string, again: string) {
    const view = await show(<ChangePasswordPage />, { path: '/change-password' })
    if (current) await view.user.type(await screen.findByLabelText(/^Current Password/), current)
    if (next) await view.user.type(await screen.findByLabelText(/^New Password/), next)
    if (again) await view.user.type(await screen.findByLabelText(/^Confirm New Password/), again)
    await view.user.click(await screen.findByRole('button', { name: 'Update Password' }))
    return view
  }

  it.each([
    ['', 'new words here', 'new words here', 'Please fill all fields.'],
    ['old words', '', '', 'Please fill all fields.'],
    ['old words', 'new words here', 'new words heer', 'New passwords do not match.'],
  ])('refuses %j, %j, %j', async (current, next, again, text) => {
    await change(current, next, again)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    [{ code: 'INVALID_PASSWORD', message: 'Invalid password' }, 'Incorrect current password.'],
    [{ code: 'PASSWORD_COMPROMISED', message: 'This password is known.' }, '❌ This password is known.'],
  ])('words the refusal %j', async (body, text) => {
    answer('post', '/auth/change-password', body, 400)
    await change('old words', 'new words here', 'new words here')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('clears the fields once it is done, and ends all other sessions', async () => {
    const seen = answer('post', '/auth/change-password', { user: { id: 'u1' } })
    await change('old words', 'new words here', 'new words here')
    expect(await screen.findByText('Password updated successfully!')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^Current Password/).value).toBe('')
    expect(seen.bodies).toEqual([
      { currentPassword: 'old words', newPassword: 'new words here', revokeOtherSessions: true },
    ])
  })
})

describe('reset password', () => {
  const at = { path: '/reset-password' }

  it.each([
    ['sends the link', { status: true }, 200, 'Password reset link sent. Check your inbox.'],
    ['fails', { message: 'No.' }, 500, 'Failed to send reset link. Try again.'],
  ])('%s', async (_what, body, status, text) => {
    answer('post', '/auth/request-password-reset', body, status)
    const { user } = await show(<ResetPasswordPage />, at)
    await user.type(await screen.findByLabelText(/^Email/), 'asha@example.com')
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  })

  it('shows that a link is no good any more', async () => {
    await show(<ResetPasswordPage />, { ...at, at: '/reset-password?error=INVALID_TOKEN' })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link has expired or was used already. Ask for a new one.',
    )
    expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeTruthy()
  })

  it("sets the new password with the link's token", async () => {
    refuse('post', '/auth/reset-password', 400, { message: 'Invalid token' })
    const { user } = await show(<ResetPasswordPage />, { ...at, at: '/reset-password?token=t1' })
    await user.type(await screen.findByLabelText(/^New Password/), 'new words here')
    await user.type(screen.getByLabelText(/^Confirm New Password/), 'new words here')
    await user.click(screen.getByRole('button', { name: 'Update Password' }))
    expect(await screen.findByText('Invalid token')).toBeTruthy()
  })
})
