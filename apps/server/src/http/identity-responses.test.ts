// @invariant listed-identity-calls
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityResponse, type ResponseRules } from './identity-responses.ts'

const RULES: ResponseRules = {
  address: { url: 'https://app.example', aliases: [] },
  provider: 'https://accounts.provider.example/authorize',
  browser: true,
  again: false,
  cookies: [],
}

async function leadsTo(location: string, rules: Partial<ResponseRules> = {}): Promise<string | null> {
  const answer = await identityResponse(new Response(null, { status: 302, headers: { location } }), {
    ...RULES,
    ...rules,
  })
  return answer.headers.get('location')
}

describe('where an answer of identity leads', () => {
  it.each([
    '/dashboard',
    '/login?from=google',
    '/login?from=google&plan=elite&billing=monthly',
    '/login?error=access_denied',
    '/reset-password?token=abcDEF123',
    'https://app.example/reset-password?error=INVALID_TOKEN',
    'https://accounts.provider.example/authorize?client_id=x&state=y',
  ])('goes out as it is: %s', async (location) => expect(await leadsTo(location)).toBe(location))

  it.each([
    ['//evil.example?error=INVALID_TOKEN', '/login?error=INVALID_TOKEN'],
    ['https://evil.example/', '/login'],
    ['/.//evil.example', '/login'],
    ['/\\evil.example', '/login'],
    ['https://app.example//evil.example/x?token=secret', '/login'],
    ['https://app.example@evil.example/dashboard', '/login'],
    ['https://app.example.evil.example/dashboard', '/login'],
    ['https://accounts.provider.example/other', '/login'],
    ['https://accounts.provider.example.evil.example/authorize', '/login'],
    ['/dashboard?next=//evil.example', '/login'],
    ['/api/auth/error?error=state_mismatch', '/login?error=state_mismatch'],
    ['javascript:alert(1)', '/login'],
    ['', '/login'],
  ])('is the login page instead of %s', async (location, instead) => expect(await leadsTo(location)).toBe(instead))

  it('is a place of ours or the provider’s, whatever the library shows', async () => {
    const part = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      'https:',
      'evil.example',
      'app.example',
      'dashboard',
      'login',
      'a',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const text = parts.join('')
        const location = (await leadsTo(text.isWellFormed() ? text : ''))!
        const { origin } = new URL(location, 'https://app.example/api/auth/callback/google')
        expect(['https://app.example', 'https://accounts.provider.example']).toContain(origin)
      }),
    )
  })

  it('asks the provider to prove who is there, where that is what it is for', async () => {
    const location = 'https://accounts.provider.example/authorize?state=y'
    expect(await leadsTo(location, { again: true })).toBe(`${location}&prompt=login&max_age=0`)
  })

  it('is checked in the body too', async () => {
    const answer = await identityResponse(Response.json({ url: 'https://evil.example/', token: 'secret' }), RULES)
    expect(await answer.json()).toEqual({ url: '/login' })
  })
})
