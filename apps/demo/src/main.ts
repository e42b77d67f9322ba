// Four demo accounts, one a plan, made through the product's public routes as people would make them: sign-up, the link in
// the mail, payment, broker keys, trade settings. Each market morning their owners log in to the broker again. For sandboxes only.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import * as z from 'zod'
import { armAccount, connectBroker, connectFeed, setUpAuthenticator, signIn, subscribe } from './account.ts'
import { Authenticator } from './authenticator.ts'
import type { BrowserSession } from './browser-session.ts'
import { sandboxUrls } from './sandbox-urls.ts'

const PASSWORD = 'strike-with-discipline'
const FEED_USER = 'SWFEED'
const RECHECK_MS = 500

interface DemoAccount {
  readonly plan: Plan
  readonly email: string
  /** The sandbox's broker account it trades in. */
  readonly broker?: string
}

const ACCOUNTS: readonly DemoAccount[] = [
  { plan: 'starter', email: 'starter@demo.example' },
  { plan: 'pro', email: 'pro@demo.example' },
  { plan: 'elite', email: 'elite@demo.example', broker: 'SW1001' },
  { plan: 'master', email: 'master@demo.example', broker: 'SW1002' },
]

const env = z
  .object({ SERVER_URL: z.url(), SANDBOX_URL: z.url(), OPERATOR_EMAIL: z.email(), OPERATOR_KEY_FILE: z.string() })
  .parse(process.env)
const sandbox = sandboxUrls(env.SANDBOX_URL)

const open = async (email: string, name: string) => signIn(env.SERVER_URL, sandbox, { name, email, password: PASSWORD })

/** The operator's authenticator app. Its key is kept beside the store, for the next start. */
let authenticator = storedAuthenticator()

function storedAuthenticator(): Authenticator | undefined {
  try {
    return new Authenticator(readFileSync(env.OPERATOR_KEY_FILE, 'utf8').trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Signs the operator in, who needs an authenticator app: the first time it is set up. */
async function operator(): Promise<BrowserSession> {
  const user = { name: 'Operator', email: env.OPERATOR_EMAIL, password: PASSWORD }
  const visitor = await signIn(env.SERVER_URL, sandbox, user, authenticator)
  if ((await visitor.api.call('security')).two_factor) return visitor
  authenticator = await setUpAuthenticator(visitor, PASSWORD)
  mkdirSync(dirname(env.OPERATOR_KEY_FILE), { recursive: true, mode: 0o700 })
  writeFileSync(env.OPERATOR_KEY_FILE, authenticator.key, { mode: 0o600 })
  return visitor
}

/** What has to be done each market day: tokens of the day before are dead. */
async function morning(): Promise<string> {
  const { now, day } = await sandbox.clock()
  await connectFeed(await operator(), sandbox, FEED_USER)
  for (const account of ACCOUNTS) {
    const visitor = await open(account.email, `Demo ${account.plan}`)
    await subscribe(visitor, account.plan, now)
    if (account.broker === undefined) continue
    await sandbox.setRedirectUrl(account.broker, `${env.SERVER_URL}/zerodha-connect`)
    await armAccount(visitor, await sandbox.brokerApp(account.broker))
    await connectBroker(visitor, sandbox, account.broker)
  }
  return day
}

// It keeps nothing that would have to be put in order.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))

let doneOn = await morning()
console.log(
  JSON.stringify({
    ready: true,
    password: PASSWORD,
    operator: { email: env.OPERATOR_EMAIL, key: authenticator!.key },
    accounts: ACCOUNTS.map(({ plan, email, broker }) => ({ plan, email, connected: broker !== undefined })),
  }),
)
for (;;) {
  await delay(RECHECK_MS)
  try {
    const { day } = await sandbox.clock()
    if (day !== doneOn) doneOn = await morning()
  } catch (error) {
    // The server or the world restarts: try again, and report it once a second at the most.
    console.error(`demo accounts: ${error instanceof Error ? error.message : String(error)}`)
    await delay(1000)
  }
}
