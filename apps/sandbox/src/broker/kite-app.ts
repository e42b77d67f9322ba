import { setTimeout as sleep } from 'node:timers/promises'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Account } from './account.ts'
import { abortConnection, htmlFailure } from './malformed-responses.ts'
import { KiteError, kiteErrors, serverFailure } from './kite-error.ts'
import type { BrokerDeps, Route } from './rest/call.ts'
import { calculatorRoutes } from './rest/calculators.ts'
import { gttRoutes } from './rest/gtt.ts'
import { instrumentRoutes } from './rest/instruments.ts'
import { orderRoutes } from './rest/orders.ts'
import { portfolioRoutes } from './rest/portfolio.ts'
import { quoteRoutes } from './rest/quotes.ts'
import { closeSession, openSession, sessionRoutes } from './rest/session.ts'
import { userRoutes } from './rest/user.ts'

const ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...userRoutes,
  ...orderRoutes,
  ...gttRoutes,
  ...portfolioRoutes,
  ...instrumentRoutes,
  ...quoteRoutes,
  ...calculatorRoutes,
]

/** The broker's REST API, Kite Connect version 3. */
export function kiteApp(deps: BrokerDeps): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    // The broker's clock is the market's, not this machine's.
    c.res.headers.set('date', new Date(deps.market.now()).toUTCString())
    // What was answered must still be true after a crash.
    await deps.durable()
  })
  app.post('/session/token', (c) => answered(c, deps, () => openSession(c, deps)))
  app.delete('/session/token', (c) => answered(c, deps, () => closeSession(c, deps)))
  for (const route of ROUTES)
    app.on(route.method, route.path, (c) =>
      answered(c, deps, async () => {
        deps.market.catchUp()
        const account = authorised(c, deps)
        permit(c, deps, route, account)
        return carriedOut(c, deps, route, account)
      }),
    )
  for (const path of new Set(ROUTES.map((route) => route.path)))
    app.all(path, (c) => failure(c, kiteErrors.methodNotAllowed()))
  app.all('*', (c) => failure(c, kiteErrors.routeNotFound()))
  return app
}

/** Runs one call and puts its outcome into the broker's envelope. */
async function answered(c: Context, deps: BrokerDeps, run: () => Promise<unknown>): Promise<Response> {
  try {
    if (c.req.header('x-kite-version') !== '3') throw kiteErrors.missingVersion()
    const slow = deps.faults.take('slow_replies', null)
    if (slow !== undefined) await sleep(slow.delayMs)
    const data = await run()
    return data instanceof Response ? data : c.json({ status: 'success', data })
  } catch (error) {
    if (error instanceof KiteError) return failure(c, error)
    // A defect of the sandbox: shown where the person who runs it looks, hidden from the client as the broker would.
    console.error(`sandbox: ${c.req.method} ${c.req.path} failed`, error)
    return failure(c, kiteErrors.general())
  }
}

function authorised(c: Context, deps: BrokerDeps): Account {
  const match = /^token ([^:\s]+):(\S+)$/.exec(c.req.header('authorization') ?? '')
  const apiKey = match?.[1] ?? ''
  const accessToken = match?.[2] ?? ''
  const session = deps.sessions.find(apiKey, accessToken, deps.market.now())
  const account = session && deps.accounts.byUser(session.userId)
  if (account === undefined) throw kiteErrors.badToken()
  return account
}

/** Whether this account may make this call now: plan, address, rate. */
function permit(c: Context, deps: BrokerDeps, route: Route, account: Account): void {
  if (route.paid === true && account.plan === 'personal') throw kiteErrors.noPermission()
  if (!deps.limiter.take(account.apiKey, route.group, deps.market.countedAt())) throw kiteErrors.tooManyRequests()
  if (route.group !== 'order' || account.allowedIps === null) return
  const address = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, '')
  if (!account.allowedIps.includes(address)) throw kiteErrors.ipNotAllowed(address)
}

/** Carries the call out, with whatever fault stands in its way. */
async function carriedOut(c: Context, deps: BrokerDeps, route: Route, account: Account): Promise<unknown> {
  const { faults } = deps
  const what = `${route.method} ${c.req.path}`
  const meets = (fault: { group: string }) => fault.group === 'any' || fault.group === route.group
  const call = { c, account, now: deps.market.now(), deps }

  if (faults.take('rate_limit', account.userId, what, meets) !== undefined) throw kiteErrors.tooManyRequests()
  const broken = faults.take('server_error', account.userId, what, meets)
  if (broken !== undefined) {
    if (broken.carriedOut) await route.answer(call)
    return broken.html ? htmlFailure(c, broken.status) : failure(c, serverFailure(broken.status))
  }
  if (route.group !== 'order') return route.answer(call)

  if (faults.take('timeout_before_accept', account.userId, what) !== undefined) return abortConnection(c)
  const data = await route.answer(call)
  if (faults.take('timeout_after_accept', account.userId, what) !== undefined) return abortConnection(c)
  if (faults.take('wrong_content_type', account.userId, what) !== undefined) return htmlFailure(c, 200)
  return data
}

function failure(c: Context, error: KiteError): Response {
  return c.json(error.body(), error.status as ContentfulStatusCode)
}
