import type { MarginsReply } from '@strikewise/exchange/exchange.ts'
import { istText } from '@strikewise/domain/time/ist.ts'
import type { Account } from '../account.ts'
import { kiteErrors } from '../kite-error.ts'
import type { BrokerSession } from '../sessions.ts'
import { pathParam, type Call, type Route } from './call.ts'

function profileOf(account: Account): object {
  return {
    user_id: account.userId,
    user_type: 'individual',
    email: account.email,
    user_name: account.userName,
    user_shortname: account.userId,
    broker: 'ZERODHA',
    exchanges: ['NSE', 'NFO'],
    products: ['NRML', 'MIS'],
    order_types: ['MARKET', 'LIMIT', 'SL', 'SL-M'],
    avatar_url: null,
    meta: { demat_consent: 'consent' },
  }
}

/** `GET /user/profile/full`: what the broker keeps of its client besides, numbers masked as it does. */
function fullProfileOf(account: Account): object {
  return {
    ...profileOf(account),
    twofa_type: 'totp',
    phone: '*0000',
    pan: '*0000Z',
    bank_accounts: [{ name: 'Sandbox bank', branch: '', account: '*0000' }],
    dp_ids: [],
    tags: [],
    password_timestamp: '2026-01-01 09:00:00',
    twofa_timestamp: '2026-01-01 09:00:00',
    meta: { poa: '', silo: '', account_blocks: [], demat_consent: 'consent' },
  }
}

/** The answer of `POST /session/token`. */
export function sessionData(account: Account, session: BrokerSession): object {
  return {
    ...profileOf(account),
    api_key: account.apiKey,
    access_token: session.accessToken,
    public_token: session.publicToken,
    enctoken: '',
    refresh_token: '',
    silo: '',
    login_time: istText(session.loginAt),
  }
}

/** Funds by segment; options use the equity segment alone. */
function fundsOf({ account, deps, now }: Call): MarginsReply {
  const funds = deps.market.exchange.margins(account.userId, now)
  if (funds === undefined) throw kiteErrors.general()
  return funds
}

export const userRoutes: readonly Route[] = [
  { method: 'GET', path: '/user/profile', group: 'other', answer: (call) => profileOf(call.account) },
  { method: 'GET', path: '/user/profile/full', group: 'other', answer: (call) => fullProfileOf(call.account) },
  { method: 'GET', path: '/user/margins', group: 'other', answer: fundsOf },
  {
    method: 'GET',
    path: '/user/margins/:segment',
    group: 'other',
    answer: (call) => {
      const segment = pathParam(call, 'segment')
      if (segment !== 'equity' && segment !== 'commodity') throw kiteErrors.input('Invalid `segment`.')
      return fundsOf(call)[segment]
    },
  },
]
