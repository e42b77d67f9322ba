import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SignInAgainHost } from '../features/identity/SignInAgainHost.tsx'
import { PauseDialog } from '../features/position/PauseDialog.tsx'
import { standingOf } from '../features/position/position.ts'
import { show, toasted } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { SecurityPage } from './SecurityPage.tsx'

const session = (id: string, device: string, current = false) => ({
  id,
  current,
  device,
  address: '203.0.113.7',
  signed_in_at: '2026-11-20T09:00:00+05:30',
  last_used_at: '2026-11-20T10:30:00+05:30',
})
const body = (change: object = {}) => ({
  two_factor: false,
  password: true,
  sessions: [session('s1', 'Firefox on Linux', true), session('s2', 'Safari on iOS')],
  ...change,
})

describe('devices', () => {
  it('are listed with their last use, and the one at hand has no button', async () => {
    answer('get', '/security', body())
    await show(<SecurityPage />, { path: '/security' })
    expect(await screen.findByText('This device')).toBeTruthy()
    expect(screen.getAllByText('203.0.113.7 · last used 20 Nov 2026, 10:30 IST')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  })

  it('are signed out one by one, or all others at once', async () => {
    answer('get', '/security', body())
    const one = answer('post', '/sessions/end', body({ sessions: [session('s1', 'Firefox on Linux', true)] }))
    const { user } = await show(<SecurityPage />, { path: '/security' })
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }))
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
    expect(one.bodies).toEqual([{ id: 's2' }])
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  })

  it('that could not be signed out are shown to be in still', async () => {
    answer('get', '/security', body())
    refuse('post', '/sessions/end-others', 500, { message: 'No.' })
    const { user } = await show(<SecurityPage />, { path: '/security' })
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
    await toasted('The device is still signed in. Try again.')
  })
})

describe('the authenticator app', () => {
  const uri = 'otpauth://totp/Strikewise:asha@example.com?secret=ABCDEFGHIJKL&issuer=Strikewise'

  it('is set up with a code to scan, a first code, and backup codes shown once', async () => {
    answer('get', '/security', body())
    const begun = answer('post', '/auth/two-factor/enable', {
      method: 'totp',
      totpURI: uri,
      backupCodes: ['aa-11', 'bb-22'],
    })
    const proved = answer('post', '/auth/two-factor/verify-totp', { user: {} })
    const { user } = await show(<SecurityPage />, { path: '/security' })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await user.type(screen.getByLabelText(/^Password/), 'secret words')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
    expect(screen.getByText('ABCD EFGH IJKL')).toBeTruthy()
    await user.type(screen.getByLabelText(/^Code of your/), '123 456')
    answer('get', '/security', body({ two_factor: true }))
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText('bb-22')).toBeTruthy()
    expect(begun.bodies).toEqual([{ password: 'secret words' }])
    expect(proved.bodies).toEqual([{ code: '123456' }])
    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('On')).toBeTruthy()
    expect(screen.queryByText('bb-22')).toBeNull()
  })

  it('shows when a code or the password is wrong', async () => {
    answer('get', '/security', body({ two_factor: true }))
    answer('post', '/auth/two-factor/disable', { code: 'INVALID_PASSWORD', message: 'x' }, 400)
    const { user } = await show(<SecurityPage />, { path: '/security' })
    await user.click(await screen.findByRole('button', { name: 'Switch off' }))
    await user.type(screen.getByLabelText(/^Password/), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Switch off' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect current password.')
  })

  it('is Google’s affair for who signs in there', async () => {
    answer('get', '/security', body({ password: false }))
    await show(<SecurityPage />, { path: '/security' })
    expect(await screen.findByText(/Google asks for your second factor/)).toBeTruthy()
  })
})

describe('signing in again', () => {
  const host = (
    <>
      <PauseDialog pauses={false} trades={[]} standingOf={() => standingOf(undefined)} onClose={() => {}} />
      <SignInAgainHost />
    </>
  )
  async function resumeRefused() {
    answer('get', '/security', body())
    answer('post', '/stop', { code: 'sign_in_again', message: 'Please confirm that it is you.' }, 403)
    const view = await show(host)
    await view.user.click(await screen.findByRole('button', { name: 'Resume entries' }))
    await screen.findByText('Confirm that it is you')
    return view
  }

  it('is asked for once, and what was refused is done', async () => {
    const { user } = await resumeRefused()
    const signedIn = answer('post', '/auth/sign-in/email', { redirect: false, user: {} })
    const stop = answer('post', '/stop', { user: false, global: false })
    await user.type(await screen.findByLabelText(/^Password/), 'secret words')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await toasted('New entries are allowed again.')
    expect(signedIn.bodies).toMatchObject([{ email: 'asha@example.com', password: 'secret words' }])
    expect(stop.bodies).toEqual([{ on: false }])
  })

  it('asks for the second factor where there is one', async () => {
    const { user } = await resumeRefused()
    answer('post', '/auth/sign-in/email', { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const code = answer('post', '/auth/two-factor/verify-totp', { user: {} })
    answer('post', '/stop', { user: false, global: false })
    await user.type(await screen.findByLabelText(/^Password/), 'secret words')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.type(await screen.findByLabelText(/^Code of your/), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await toasted('New entries are allowed again.')
    expect(code.bodies).toEqual([{ code: '123456' }])
  })

  it('may be declined: nothing is done', async () => {
    const { user } = await resumeRefused()
    const stop = answer('post', '/stop', { user: false, global: false })
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!)
    await toasted('Not resumed. Entries are still paused. Try again now.')
    expect(stop.bodies).toEqual([])
  })

  it('reports a wrong password and stays', async () => {
    const { user } = await resumeRefused()
    refuse('post', '/auth/sign-in/email', 401, { message: 'Invalid' })
    await user.type(await screen.findByLabelText(/^Password/), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password')
  })
})
