import { expect, it } from 'vitest'
import { newPasswordProblem } from './new-password.ts'
import { signInFailureText } from './sign-in-failure.ts'

it.each([
  [{ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' }, 'Invalid email or password'],
  [{ status: 400, code: 'INVALID_EMAIL' }, 'Invalid email or password'],
  [{ status: 403, code: 'EMAIL_NOT_VERIFIED' }, 'Verify your e-mail address first: open the link we have sent to it.'],
  [{ status: 429 }, 'Too many attempts. Wait a minute and try again.'],
  [{ status: 503 }, 'The service does not answer. Try again in a moment.'],
])('sign-in refused with %j', (error, text) => expect(signInFailureText(error)).toBe(text))

it.each([
  ['', '', 'Please fill all fields.'],
  ['long enough', '', 'Please fill all fields.'],
  ['long enough', 'long enougj', 'New passwords do not match.'],
  ['short', 'short', 'The new password must have at least 8 characters.'],
  ['x'.repeat(129), 'x'.repeat(129), 'The new password must have at most 128 characters.'],
  ['long enough', 'long enough', undefined],
])('new password %j, repeated %j', (next, again, problem) => expect(newPasswordProblem(next, again)).toBe(problem))
