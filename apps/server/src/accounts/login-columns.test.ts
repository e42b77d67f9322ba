import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { Secret } from '../secret.ts'
import { loginColumns } from './login-columns.ts'

const DAY = '2026-11-20' as IstDate
const NEXT_DAY = '2026-11-21' as IstDate
const vault = { seal: async (...sealed: string[]) => Buffer.from(sealed.join('/')) }

it.each<[what: string, loginAt: EpochMs, now: EpochMs, stored: EpochMs]>([
  ['when it was', istInstant(DAY, 8), istInstant(DAY, 8, 1), istInstant(DAY, 8)],
  ['not after the present', (istInstant(DAY, 8) + 900) as EpochMs, istInstant(DAY, 8), istInstant(DAY, 8)],
])('dates a login %s, and ends its token at the broker’s hour', async (_what, loginAt, now, stored) => {
  const session = { accessToken: new Secret('token'), userId: 'AB1234', loginAt }
  expect(await loginColumns(vault, 'u1', session, now)).toEqual({
    access_token: Buffer.from('u1/access_token/token'),
    broker_user_id: 'AB1234',
    login_at: new Date(stored),
    token_expires_at: new Date(istInstant(NEXT_DAY, 6)),
  })
})
