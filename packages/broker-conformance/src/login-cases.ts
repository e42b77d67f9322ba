// @invariant no-secret-leaves
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { BrokerSession, LoginFailure } from '@strikewise/brokers/broker-login.ts'
import { MAX_FOREIGN_TEXT } from '@strikewise/domain/text/storable-text.ts'
import { Secret, type Revealable } from '@strikewise/domain/text/secret.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { accountOf, linkOf, ordersOf } from './link-steps.ts'
import { hostileWords } from './hostile-words.ts'
import { LOGIN_FAULTS, type LoginBench, type LoginFault } from './login-bench.ts'
import { LoginProxy } from './login-proxy.ts'

/** One thing every broker's login must do. */
export interface LoginCase {
  readonly name: string
  run(bench: LoginBench): Promise<void>
}

/** A user waits before the screen meanwhile. Real milliseconds. */
const LONGEST_EXCHANGE_MS = 15_000
/** The broker may date a login by whole seconds of its clock. */
const DATED_WITHIN_MS = 2_000
const STATE = 'state-1'
const RETURNED = ['request_lost', 'reset', 'server_page', 'rate_limited_page'] as const satisfies readonly LoginFault[]

/** A user's login becomes a session, or the reason why not: no fault makes a session, and none is a refusal. */
export const LOGIN_CASES: readonly LoginCase[] = [
  {
    name: 'a login becomes a session of its user and app, dated by the broker, that reads the books',
    async run(bench) {
      const before = await bench.now()
      const session = sessionOf(await exchange(bench, await codeOf(bench)))
      assert.equal(session.userId, bench.userId)
      assert.equal(session.apiKey, bench.keys.apiKey.reveal())
      assert.equal(session.tradesOptions, true)
      assert.ok(session.loginAt >= before - DATED_WITHIN_MS, 'dated before the login')
      assert.ok(session.loginAt <= (await bench.now()) + DATED_WITHIN_MS, 'dated after the login')
      assert.deepEqual(await readOrders(bench, session), { ok: true })
    },
  },
  {
    name: 'the redirect returns the state and the code that screens find in it, and one that tells of no login holds none',
    async run(bench) {
      const { login, portal } = bench.broker
      const address = await bench.logIn(pageOf(bench))
      const redirect = login.parseRedirect(address)
      assert.ok(redirect.ok)
      assert.equal(redirect.state, STATE)
      assert.equal(new URL(address).searchParams.get(portal.redirectParameter), redirect.requestToken.reveal())
      assert.deepEqual(login.parseRedirect(await bench.cancelLogin(pageOf(bench))), { ok: false, failed: true })
    },
  },
  {
    name: 'a code is exchanged once',
    async run(bench) {
      const code = await codeOf(bench)
      sessionOf(await exchange(bench, code))
      assert.equal(failureOf(await exchange(bench, code)).code, 'refused')
    },
  },
  {
    name: 'a code that the broker did not issue is refused, and one that is too old',
    async run(bench) {
      assert.equal(failureOf(await exchange(bench, new Secret('a'.repeat(32)))).code, 'refused')
      const code = await codeOf(bench)
      await bench.expireCodes()
      assert.equal(failureOf(await exchange(bench, code)).code, 'refused')
    },
  },
  {
    name: 'the secret of another app is refused',
    async run(bench) {
      const { urls, keys } = bench
      const others = { ...keys, apiSecret: new Secret('the-secret-of-another-app') }
      const answer = await bench.broker.login.openSession(urls.apiUrl, others, await codeOf(bench))
      assert.equal(failureOf(answer).code, 'refused')
    },
  },
  {
    name: 'a broker that is away is unavailable',
    run: (bench) =>
      withProxy(bench, async (proxy) => {
        const { url } = proxy
        await proxy.close()
        assert.equal(failureOf(await exchange(bench, await codeOf(bench), url)).code, 'unavailable')
      }),
  },
  ...(Object.keys(LOGIN_FAULTS) as LoginFault[]).map((fault): LoginCase => ({
    name: `an exchange that fails is told as ${LOGIN_FAULTS[fault]}, in time: ${fault.replaceAll('_', ' ')}`,
    run: (bench) =>
      withProxy(bench, async (proxy) => {
        const code = await codeOf(bench)
        proxy.next = fault
        const startedAt = performance.now()
        const failure = failureOf(await exchange(bench, code, proxy.url))
        assert.equal(failure.code, LOGIN_FAULTS[fault], failure.message)
        assert.ok(performance.now() - startedAt < LONGEST_EXCHANGE_MS, 'the user waits too long')
        // What never came to the broker is exchanged later; what came is spent, and a new login makes a session.
        const isUnspent = RETURNED.some((one) => one === fault)
        const again = await exchange(bench, code, proxy.url)
        if (isUnspent) sessionOf(again)
        else assert.equal(failureOf(again).code, 'refused')
        sessionOf(await exchange(bench, await codeOf(bench), proxy.url))
      }),
  })),
  {
    name: 'no secret is in what a refusal says, nor control characters, half a character or an endless text',
    run: (bench) =>
      withProxy(bench, async (proxy) => {
        const code = await codeOf(bench)
        const secrets = [bench.keys.apiKey, bench.keys.apiSecret, code].map((one) => one.reveal())
        proxy.next = bench.refusal(hostileWords(secrets))
        const { message } = failureOf(await exchange(bench, code, proxy.url))
        assert.ok(message.length > 0 && message.length <= MAX_FOREIGN_TEXT, `${message.length} characters`)
        for (const secret of secrets) assert.ok(!message.includes(secret), 'a secret is passed on')
        assert.ok(!/\p{Cc}/u.test(message), 'a control character is passed on')
        assert.ok(message.isWellFormed(), 'half a character is passed on')
      }),
  },
  {
    name: 'a session and a redirect that are printed show no secret',
    async run(bench) {
      const { login } = bench.broker
      const redirect = login.parseRedirect(await bench.logIn(pageOf(bench)))
      assert.ok(redirect.ok)
      const session = sessionOf(await exchange(bench, redirect.requestToken))
      const printed = [redirect, session].flatMap((one) => [JSON.stringify(one), inspect(one, { depth: null })])
      for (const secret of [redirect.requestToken, session.accessToken, bench.keys.apiSecret])
        assert.ok(!printed.join('\n').includes(secret.reveal()), 'a secret is printed')
    },
  },
  {
    name: 'a token reads the books until the definition says that it ends, and not after',
    async run(bench) {
      const session = sessionOf(await exchange(bench, await codeOf(bench)))
      const endsAt = bench.broker.profile.tokenExpiresAt(session.loginAt)
      await bench.passTo((endsAt - 1_000) as EpochMs)
      assert.deepEqual(await readOrders(bench, session), { ok: true })
      await bench.passOver(endsAt)
      assert.deepEqual(await readOrders(bench, session), { ok: false, code: 'token_expired' })
    },
  },
]

function pageOf({ broker, urls, keys }: LoginBench): string {
  return broker.login.pageUrl(urls.loginUrl, keys.apiKey.reveal(), STATE)
}

/** The code of a new login. */
async function codeOf(bench: LoginBench): Promise<Revealable> {
  const redirect = bench.broker.login.parseRedirect(await bench.logIn(pageOf(bench)))
  assert.ok(redirect.ok, 'the redirect holds no code')
  return redirect.requestToken
}

type Exchanged = Awaited<ReturnType<LoginBench['broker']['login']['openSession']>>

function exchange(bench: LoginBench, code: Revealable, apiUrl = bench.urls.apiUrl): Promise<Exchanged> {
  return bench.broker.login.openSession(apiUrl, bench.keys, code)
}

/** The session of a new login. */
export async function newSession(bench: LoginBench): Promise<BrokerSession> {
  return sessionOf(await exchange(bench, await codeOf(bench)))
}

function sessionOf(answer: Exchanged): BrokerSession {
  assert.ok(answer.ok, `no session: ${JSON.stringify(answer)}`)
  return answer.value
}

function failureOf(answer: Exchanged): LoginFailure {
  assert.ok(!answer.ok, 'a session was opened')
  return answer
}

/** Whether an account with the session's token reads its orders. */
async function readOrders(bench: LoginBench, session: BrokerSession): Promise<object> {
  const account = accountOf(bench, async () => linkOf(session))
  try {
    await account.refresh()
    return await ordersOf(account)
  } finally {
    await account.close()
  }
}

async function withProxy(bench: LoginBench, work: (proxy: LoginProxy) => Promise<void>): Promise<void> {
  const proxy = await LoginProxy.start(bench.urls.apiUrl)
  try {
    await work(proxy)
  } finally {
    await proxy.close()
  }
}
