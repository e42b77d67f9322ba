import { call, mailedToken, PASSWORD, type Answer, type TestWeb } from './harness.ts'

/** A sign-up as the page sends it; `change`: other fields. */
export function signUp(web: TestWeb, email: string, change: object = {}): Promise<Answer> {
  return call(web, 'POST', '/api/signup', {
    body: { name: 'Test Person', email, password: PASSWORD, adult: true, terms: true, ...change },
  })
}

/** Opens the newest link that was mailed to `email`, with the password of the sign-up. */
export async function confirmSignUp(web: TestWeb, email: string, change: object = {}): Promise<Answer> {
  return call(web, 'POST', '/api/signup/confirm', {
    body: { token: await mailedToken(web, email), password: PASSWORD, ...change },
  })
}

export function signIn(
  web: TestWeb,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(web, 'POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
}
