import { setTimeout as delay } from 'node:timers/promises'
import type { OutsideReport } from '../external-audit.ts'
import type { FaultPlan } from './fault-plan.ts'
import { mailsArrived, writeMails } from './chaos-mail.ts'
import type { ChaosStack } from './chaos-stack.ts'

/** What a storm does in front of each service; a service that is left out has a clear sky. */
export interface ChaosRun {
  readonly name: string
  readonly requests?: FaultPlan['chance']
  readonly frames?: FaultPlan['chance']
  readonly database?: FaultPlan['chance']
  readonly mail?: FaultPlan['chance']
}

const BROKER = {
  requests: { reset: 0.05, drop_reply: 0.12, cut: 0.05, delay: 0.3 },
  frames: { repeat: 0.2, delay: 0.2, cut: 0.01, reset: 0.01 },
} as const
/** Every statement is a message, and a transaction has a dozen. */
const DATABASE = { reset: 0.01, drop_reply: 0.01, cut: 0.005, delay: 0.1 } as const
const MAIL = { reset: 0.1, drop_reply: 0.1, cut: 0.05, delay: 0.2 } as const

export const CHAOS_RUNS: readonly ChaosRun[] = [
  { name: 'broker storm', ...BROKER },
  { name: 'database and mail storm', database: DATABASE, mail: MAIL },
  { name: 'everything at once', ...BROKER, database: DATABASE, mail: MAIL },
]

const SILENT = { black_hole: 0.01, silent_reply: 0.01 } as const

/** The same with lines that go silent: the client's own time-outs end those, which takes its time. */
export const LONG_CHAOS_RUNS: readonly ChaosRun[] = CHAOS_RUNS.map((chaosRun) => ({
  ...chaosRun,
  ...(chaosRun.requests === undefined ? {} : { requests: { ...chaosRun.requests, ...SILENT } }),
  ...(chaosRun.database === undefined ? {} : { database: { ...chaosRun.database, black_hole: 0.001 } }),
  ...(chaosRun.mail === undefined ? {} : { mail: { ...chaosRun.mail, ...SILENT } }),
}))

const MAILS = 8
const REQUEST_DELAY_MS = 150
const FRAME_DELAY_MS = 100
const STATEMENT_DELAY_MS = 30

/** Lets the storm begin. The same seed brings the same one. */
function brew(stack: ChaosStack, chaosRun: ChaosRun, seed: number | string): void {
  const plan = (where: string, chance: FaultPlan['chance'], delayMs: number) => ({
    seed: `${seed}/${chaosRun.name}/${where}`,
    chance,
    delayMs,
  })
  const { requests, frames, database, mail } = stack.faultProxies.weathers
  for (const sky of requests) sky.chaosRun(plan('requests', chaosRun.requests ?? {}, REQUEST_DELAY_MS))
  for (const sky of frames) sky.chaosRun(plan('frames', chaosRun.frames ?? {}, FRAME_DELAY_MS))
  for (const sky of database) sky.chaosRun(plan('database', chaosRun.database ?? {}, STATEMENT_DELAY_MS))
  for (const sky of mail) sky.chaosRun(plan('mail', chaosRun.mail ?? {}, REQUEST_DELAY_MS))
}

/**
 * One storm over running trades: half of the accounts hold a position when it begins, the other half enters in the
 * middle of it, and the engine turns against all of them before it ends. Afterwards everything heals, and what is still
 * held must come under its stop before the trades are ended.
 */
export async function faultConditions(
  stack: ChaosStack,
  chaosRun: ChaosRun,
  seed: number | string,
  pauseMs: number,
): Promise<OutsideReport> {
  const [before, within] = [stack.accounts.filter((_, i) => i % 2 === 0), stack.accounts.filter((_, i) => i % 2 === 1)]
  await stack.floor.mayEnter(before)
  await stack.floor.holdSomething()
  brew(stack, chaosRun, seed)
  const mails = await writeMails(stack, chaosRun.mail === undefined ? 0 : MAILS)
  await stack.floor.mayEnter(within)
  for (let i = 0; i < 3; i += 1) {
    await stack.floor.buy()
    await delay(pauseMs)
  }
  await stack.floor.turnAgainst()
  await delay(pauseMs)
  stack.faultProxies.clear()
  await stack.floor.agreed()
  await mailsArrived(stack, mails)
  return stack.floor.endTrades()
}
