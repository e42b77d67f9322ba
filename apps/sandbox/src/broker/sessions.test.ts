import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { epochFromIstText, istText } from '@strikewise/domain/time/ist.ts'
import { accountFor } from './account.ts'
import { SessionStore } from './sessions.ts'

const account = accountFor('SW1001')
const now = epochFromIstText('2026-09-16 09:20:00')
const checksumOf = (token: string, secret = account.apiSecret) =>
  createHash('sha256').update(`${account.apiKey}${token}${secret}`).digest('hex')

it('takes a request token once', () => {
  const book = new SessionStore()
  const token = book.issueRequestToken(account.userId, 0)
  expect(token).toMatch(/^[0-9a-z]{32}$/)
  const session = book.exchange(account, token, checksumOf(token), now, 1_000)
  expect(session).toMatchObject({ userId: 'SW1001', loginAt: now })
  expect(book.exchange(account, token, checksumOf(token), now, 1_000)).toBe('bad_request_token')
})

it('refuses a wrong checksum, an old token and another user’s token', () => {
  const book = new SessionStore()
  const token = book.issueRequestToken(account.userId, 0)
  expect(book.exchange(account, token, checksumOf(token, 'other'), now, 1_000)).toBe('bad_checksum')
  expect(book.exchange(account, token, checksumOf(token), now, 180_001)).toBe('bad_request_token')
  expect(book.exchange(accountFor('SW1002'), token, checksumOf(token), now, 1_000)).toBe('bad_request_token')
  expect(book.exchange(undefined, token, checksumOf(token), now, 1_000)).toBe('unknown_key')
})

it('lets a newer login replace the older token', () => {
  const book = new SessionStore()
  const first = book.open(account, now)
  const second = book.open(account, now)
  expect(book.find(account.apiKey, first.accessToken, now)).toBeUndefined()
  expect(book.find(account.apiKey, second.accessToken, now)).toBe(second)
})

it('lets a token die at 06:00 of the next morning', () => {
  const book = new SessionStore()
  const session = book.open(account, now)
  expect(istText(session.diesAt)).toBe('2026-09-17 06:00:00')
  expect(book.find(account.apiKey, session.accessToken, (session.diesAt - 1) as typeof now)).toBe(session)
  expect(book.find(account.apiKey, session.accessToken, session.diesAt)).toBeUndefined()
})
