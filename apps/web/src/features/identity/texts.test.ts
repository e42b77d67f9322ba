import { expect, it } from 'vitest'
import { newPasswordProblem } from './new-password.ts'
import { signInFailure } from './sign-in-failure.ts'

it.each([
  [{ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' }, undefined],
  [{ status: 400, code: 'invalid_input' }, undefined],
  [{ status: 429 }, 'Too many attempts. Wait a few minutes and try again.'],
  [{ status: 503 }, 'The service does not answer. Try again in a moment.'],
  [{ status: 0 }, 'The service could not be reached. Check your connection.'],
  [{}, 'The service could not be reached. Check your connection.'],
])('a sign-in that failed with %j begins as all do', (refusal, hint) =>
  expect(signInFailure(refusal)).toEqual({ text: 'Invalid email or password', hint }),
)

it.each([
  ['', '', 'Please fill all fields.'],
  ['long enough', '', 'Please fill all fields.'],
  ['long enough', 'long enougj', 'New passwords do not match.'],
  ['short', 'short', 'The new password must have at least 8 characters.'],
  ['x'.repeat(129), 'x'.repeat(129), 'The new password must have at most 128 characters.'],
  ['long enough', 'long enough', undefined],
])('new password %j, repeated %j', (next, again, problem) => expect(newPasswordProblem(next, again)).toBe(problem))
