import * as z from 'zod'
import { paiseFromRupees, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import { accountFor, OPENING_CASH, type Account, type AccountStore } from '../broker/account.ts'
import { returnUrl } from '../broker/login-page.ts'
import type { BrokerDeps } from '../broker/rest/call.ts'
import type { BrokerSession } from '../broker/sessions.ts'
import type { TickerHub } from '../broker/ticker/ticker-hub.ts'
import { totpAt } from '../broker/totp.ts'
import type { Market } from '../market.ts'
import { bodyOf, ControlError, notFound, type Control } from './control.ts'

const httpUrl = z.url({ protocol: /^https?$/ })
const rupees = z.number().min(0).max(1e9).multipleOf(0.01)

const settings = z.strictObject({
  user_name: z.string().min(1).max(100).optional(),
  email: z.email().optional(),
  password: z.string().min(1).max(100).optional(),
  redirect_url: httpUrl.optional(),
  postback_url: z.union([httpUrl, z.literal('')]).optional(),
  plan: z.enum(['connect', 'personal']).optional(),
  /** Addresses allowed to send orders; null: any. */
  allowed_ips: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .nullable()
    .optional(),
})
const newAccount = settings.extend({
  user_id: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,8}$/, 'two capitals, then two to eight capitals or digits, such as SW2001'),
  cash: rupees.default(rupeesFromPaise(OPENING_CASH)),
})
const transfer = z.strictObject({ amount: z.number().min(-1e9).max(1e9).multipleOf(0.01) })
const loginRequest = z.strictObject({ redirect_params: z.string().max(2000).default('') })
const whose = z.strictObject({ account: z.string().optional() })

/** Controls of the broker's accounts: their credentials, settings and cash. */
export function accountControls({ accounts, sessions, market }: BrokerDeps, controlKey: string | null): Control[] {
  const shown = (one: Account) => accountView(one, market, sessions.ofUser(one.userId, market.now()))
  return [
    {
      method: 'GET',
      path: '/accounts',
      text: 'Every broker account with its credentials, the current TOTP code, and its cash.',
      answer: () => accounts.all().map(shown),
    },
    {
      method: 'POST',
      path: '/accounts',
      text: 'Opens an account: { "user_id": "SW2001", "cash": 500000 } and any setting of PUT.',
      answer: async (c) => {
        const { user_id, cash, ...rest } = await bodyOf(c, newAccount)
        if (accounts.byUser(user_id) !== undefined)
          throw new ControlError(409, 'exists', `Account ${user_id} exists already: change it with PUT.`)
        const one = accountFor(user_id, controlKey)
        market.exchange.openAccount(user_id, paiseFromRupees(cash), market.now())
        accounts.add(one)
        accounts.change(one, changesOf(rest))
        return c.json(shown(one), 201)
      },
    },
    {
      method: 'GET',
      path: '/accounts/:id',
      text: 'One account.',
      answer: (c) => shown(accountOf(accounts, c.req.param('id'))),
    },
    {
      method: 'PUT',
      path: '/accounts/:id',
      text: 'Changes user_name, email, password, redirect_url, postback_url, plan (connect, personal) or allowed_ips (null: any).',
      answer: async (c) => {
        const one = accountOf(accounts, c.req.param('id'))
        accounts.change(one, changesOf(await bodyOf(c, settings)))
        return shown(one)
      },
    },
    {
      method: 'POST',
      path: '/accounts/:id/cash',
      text: 'Pays cash in, or out: { "amount": 10000 } rupees, negative for a withdrawal.',
      answer: async (c) => {
        const one = accountOf(accounts, c.req.param('id'))
        const { amount } = await bodyOf(c, transfer)
        market.exchange.addCash(one.userId, paiseFromRupees(amount), market.now())
        return shown(one)
      },
    },
  ]
}

/** Controls of what a login opens: the sessions of accounts and their ticker connections. */
export function sessionControls({ accounts, sessions, faults, realMs }: BrokerDeps, ticker: TickerHub): Control[] {
  return [
    {
      method: 'POST',
      path: '/accounts/:id/login',
      text: 'Signs the account in without the page: { "redirect_params": "state=x" } gives the request_token and the redirect_url the browser would be sent to.',
      answer: async (c) => {
        const one = accountOf(accounts, c.req.param('id'))
        const { redirect_params } = await bodyOf(c, loginRequest)
        const request_token = sessions.issueRequestToken(one.userId, realMs())
        return { request_token, redirect_url: returnUrl(one, redirect_params, { status: 'success', request_token }) }
      },
    },
    {
      method: 'POST',
      path: '/tokens/expire',
      text: 'Ends the access token and the request tokens of { "account" }, or of every account, and cuts their ticker connections.',
      answer: async (c) => {
        const request = await bodyOf(c, whose)
        const hit = request.account === undefined ? accounts.all() : [accountOf(accounts, request.account)]
        for (const one of hit) {
          sessions.endRequests(one.userId)
          sessions.close(one.userId)
        }
        ticker.dropExpired()
        faults.note('met', 'expire_tokens', request.account ?? null)
        return { ok: true }
      },
    },
    {
      method: 'POST',
      path: '/ticker/drop',
      text: 'Cuts the ticker connections of { "account" }, or all.',
      answer: async (c) => {
        const request = await bodyOf(c, whose)
        const cut = ticker.drop(request.account)
        faults.note('met', 'drop_sockets', request.account ?? null, `${cut} cut`)
        return { ok: true, cut }
      },
    },
  ]
}

function accountOf(accounts: AccountStore, userId: string | undefined): Account {
  const found = accounts.byUser(userId ?? '')
  if (found === undefined) throw notFound(`Account ${userId}`)
  return found
}

function accountView(one: Account, market: Market, session: BrokerSession | undefined) {
  const funds = market.exchange.margins(one.userId, market.now())
  return {
    user_id: one.userId,
    user_name: one.userName,
    email: one.email,
    password: one.password,
    totp_secret: one.totpSecret,
    totp: totpAt(one.totpSecret, Date.now()),
    api_key: one.apiKey,
    api_secret: one.apiSecret,
    redirect_url: one.redirectUrl,
    postback_url: one.postbackUrl,
    plan: one.plan,
    allowed_ips: one.allowedIps,
    cash: funds?.equity.available.live_balance ?? 0,
    net: funds?.equity.net ?? 0,
    token_until: session === undefined ? null : istIso(session.diesAt),
  }
}

/** The settings that were sent, by our names. */
function changesOf(request: z.output<typeof settings>): Partial<Account> {
  return {
    ...(request.user_name !== undefined && { userName: request.user_name }),
    ...(request.email !== undefined && { email: request.email }),
    ...(request.password !== undefined && { password: request.password }),
    ...(request.redirect_url !== undefined && { redirectUrl: request.redirect_url }),
    ...(request.postback_url !== undefined && { postbackUrl: request.postback_url }),
    ...(request.plan !== undefined && { plan: request.plan }),
    ...(request.allowed_ips !== undefined && { allowedIps: request.allowed_ips }),
  }
}
