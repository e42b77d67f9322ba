import { describe, expect, it, vi } from 'vitest'
import { externalFailureText, signInWithGoogle, type ExternalFailure } from './google-sign-in.ts'

it.each<[failure: ExternalFailure, text: string]>([
  [{ code: 'POPUP_BLOCKED', message: 'x' }, 'Popup blocked by the browser. Switching to redirect…'],
  [{ code: 'popup_not_supported' }, 'This browser blocks popups. Using redirect flow…'],
  [{ code: 'origin_mismatch' }, 'Origin mismatch in Google OAuth (add your https origin).'],
  [{ code: 'redirect_uri_mismatch' }, 'Redirect URI mismatch in Google OAuth.'],
  [{ code: 'odd', message: 'The provider said no' }, 'The provider said no'],
  [{}, 'Google sign-in failed. Try again.'],
])('words for %j', (failure, text) => expect(externalFailureText(failure)).toBe(text))

it('names the domain when it is not authorized', () => {
  expect(externalFailureText({ code: 'INVALID_ORIGIN' })).toContain('not authorized')
})

describe('signing in', () => {
  const answers = (error: ExternalFailure | null) => async () => ({ error })

  it('is done when the popup succeeds', async () => {
    const say = vi.fn<(text: string) => void>()
    const redirect = vi.fn(answers(null))
    expect(await signInWithGoogle({ popup: answers(null), redirect }, say)).toBe('signed_in')
    expect(redirect).not.toHaveBeenCalled()
    expect(say).not.toHaveBeenCalled()
  })

  it.each(['POPUP_BLOCKED', 'POPUP_CLOSED', 'POPUP_TIMEOUT'])('falls back to the redirect after %s', async (code) => {
    const say = vi.fn<(text: string) => void>()
    const outcome = await signInWithGoogle({ popup: answers({ code, message: 'm' }), redirect: answers(null) }, say)
    expect(outcome).toBe('leaving')
    expect(say).toHaveBeenCalledTimes(1)
  })

  it('falls back when the browser refuses popups altogether', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const say = vi.fn<(text: string) => void>()
    const popup = async () => {
      throw new TypeError('open is not a function')
    }
    expect(await signInWithGoogle({ popup, redirect: answers(null) }, say)).toBe('leaving')
    expect(say).toHaveBeenCalledWith('This browser blocks popups. Using redirect flow…')
  })

  it('fails when the redirect fails too', async () => {
    const say = vi.fn<(text: string) => void>()
    const flow = { popup: answers({ code: 'POPUP_BLOCKED' }), redirect: answers({ message: 'provider is down' }) }
    expect(await signInWithGoogle(flow, say)).toBe('failed')
    expect(say).toHaveBeenLastCalledWith('provider is down')
  })
})
