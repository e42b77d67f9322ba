// Four demo accounts, one a plan, made through the product's public doors as people would make them: sign-up, the link in
// the mail, payment, broker keys, trade settings. Each market morning their owners log in to the broker again. For sandboxes only.
import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import * as z from 'zod'
import { armAccount, connectBroker, connectFeed, signIn, subscribe } from './account.ts'
import { sandboxWorld } from './world.ts'

const PASSWORD = 'strike-with-discipline'
const FEED_USER = 'SWFEED'
const LOOK_AGAIN_MS = 500

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

const env = z.object({ SERVER_URL: z.url(), SANDBOX_URL: z.url(), OPERATOR_EMAIL: z.email() }).parse(process.env)
const world = sandboxWorld(env.SANDBOX_URL)

const open = async (email: string, name: string) => signIn(env.SERVER_URL, world, { name, email, password: PASSWORD })

/** What has to be done each market day: tokens of the day before are dead. */
async function morning(): Promise<string> {
  const { now, day } = await world.clock()
  await connectFeed(await open(env.OPERATOR_EMAIL, 'Operator'), world, FEED_USER)
  for (const account of ACCOUNTS) {
    const visitor = await open(account.email, `Demo ${account.plan}`)
    await subscribe(visitor, account.plan, now)
    if (account.broker === undefined) continue
    await world.setRedirectUrl(account.broker, `${env.SERVER_URL}/zerodha-connect`)
    await armAccount(visitor, await world.brokerApp(account.broker))
    await connectBroker(visitor, world, account.broker)
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
    accounts: ACCOUNTS.map(({ plan, email, broker }) => ({ plan, email, connected: broker !== undefined })),
  }),
)
for (;;) {
  await delay(LOOK_AGAIN_MS)
  try {
    const { day } = await world.clock()
    if (day !== doneOn) doneOn = await morning()
  } catch (error) {
    // The server or the world restarts: try again, and say so once a second at the most.
    console.error(`demo accounts: ${error instanceof Error ? error.message : String(error)}`)
    await delay(1000)
  }
}
