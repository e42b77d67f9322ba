import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { Hono, type Context } from 'hono'
import { cardPage } from '../http/html.ts'
import type { Account, AccountStore } from './account.ts'
import type { SessionStore } from './sessions.ts'
import { isTotp } from './totp.ts'

export interface LoginDeps {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  /** Real time: monotonic for token lives, epoch for the authenticator's codes. */
  readonly realMs: () => number
  readonly epochMs: () => number
}

/** The broker's login page, `/connect/login`: sign in, and be sent back to the app with a request token (fact sheet §3.1). */
export function loginPage(deps: LoginDeps): Hono {
  const app = new Hono()

  app.get('/login', (c) => {
    const app = appOf(deps.accounts, c)
    if (app instanceof Response) return app
    return c.html(formPage(app, c.req.query('redirect_params') ?? '', '', undefined))
  })

  app.post('/login', async (c) => {
    const app = appOf(deps.accounts, c)
    if (app instanceof Response) return app
    const form = await c.req.parseBody()
    const field = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '')
    const redirectParams = c.req.query('redirect_params') ?? ''
    if (field('action') === 'cancel') return c.redirect(returnUrl(app, redirectParams, { status: 'cancelled' }))

    const userId = field('user_id').toUpperCase()
    const user = deps.accounts.byUser(userId)
    const refuse = (status: 400 | 403, problem: string) =>
      c.html(formPage(app, redirectParams, userId, problem), status)
    if (user === undefined || user.password !== field('password')) return refuse(403, 'Invalid user id or password.')
    if (!isTotp(user.totpSecret, field('totp'), deps.epochMs())) return refuse(403, 'Invalid TOTP.')
    if (user !== app) return refuse(403, 'The user is not enabled for the app.')
    const requestToken = deps.sessions.issueRequestToken(user.userId, deps.realMs())
    return c.redirect(returnUrl(app, redirectParams, { status: 'success', request_token: requestToken }))
  })
  return app
}

/**
 * Where the browser is sent: the app's registered address with the broker's parameters and the app's own. Their order
 * is shuffled, since clients must parse the query and the real order varies.
 */
export function returnUrl(app: Account, redirectParams: string, result: Record<string, string>): string {
  const url = new URL(app.redirectUrl)
  const pairs = [
    ...new URLSearchParams(redirectParams),
    ...Object.entries({ action: 'login', type: 'login', ...result }),
  ].toSorted(() => Math.random() - 0.5)
  for (const [name, value] of pairs) url.searchParams.append(name, value)
  return url.href
}

/** The account whose app the `api_key` names, or the page that shows why there is none. */
function appOf(accounts: AccountStore, c: Context): Account | Response {
  const app = accounts.byApiKey(c.req.query('api_key') ?? '')
  if (app === undefined)
    return c.html(
      errorPage('Invalid `api_key`.', 'No app of the sandbox has this API key. The console lists the keys.'),
      400,
    )
  if (c.req.query('v') !== '3') return c.html(errorPage('Invalid version.', 'The login address needs v=3.'), 400)
  if (!URL.canParse(app.redirectUrl))
    return c.html(errorPage('Invalid redirect URL.', 'The app has no valid redirect URL. Set one in the console.'), 400)
  return app
}

function errorPage(title: string, text: string): string {
  return cardPage(title, `<h1>${escapeHtml(title)}</h1><p class="error">${escapeHtml(text)}</p>`)
}

function formPage(app: Account, redirectParams: string, userId: string, problem: string | undefined): string {
  const query = new URLSearchParams({ v: '3', api_key: app.apiKey })
  if (redirectParams !== '') query.set('redirect_params', redirectParams)
  const action = `?${query.toString()}`
  return cardPage(
    'Sandbox broker: log in',
    `<h1>Log in to the sandbox broker</h1>
<p>App of ${escapeHtml(app.userId)}. User id, password and TOTP code are shown in the sandbox's <a href="/" target="_blank" rel="noopener">console</a>.</p>
${problem === undefined ? '' : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label>User id <input name="user_id" autocomplete="username" required autocapitalize="characters" value="${escapeHtml(userId)}" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label>TOTP code <input name="totp" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" title="six digits" required></label>
<button type="submit">Log in</button>
<button type="submit" class="plain" name="action" value="cancel" formnovalidate>Cancel</button>
</form>`,
  )
}
