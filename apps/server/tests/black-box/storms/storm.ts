import { setTimeout as delay } from 'node:timers/promises'
import type { OutsideReport } from '../outside-audit.ts'
import type { FaultPlan } from './fault-plan.ts'
import { mailsArrived, writeMails } from './storm-mails.ts'
import type { StormWorld } from './storm-world.ts'

/** What a storm does in front of each service; a service that is left out has a clear sky. */
export interface Storm {
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

export const STORMS: readonly Storm[] = [
  { name: 'broker storm', ...BROKER },
  { name: 'database and mail storm', database: DATABASE, mail: MAIL },
  { name: 'everything at once', ...BROKER, database: DATABASE, mail: MAIL },
]

const SILENT = { black_hole: 0.01, silent_reply: 0.01 } as const

/** The same with lines that go silent: the client's own time-outs end those, which takes its time. */
export const LONG_STORMS: readonly Storm[] = STORMS.map((storm) => ({
  ...storm,
  ...(storm.requests === undefined ? {} : { requests: { ...storm.requests, ...SILENT } }),
  ...(storm.database === undefined ? {} : { database: { ...storm.database, black_hole: 0.001 } }),
  ...(storm.mail === undefined ? {} : { mail: { ...storm.mail, ...SILENT } }),
}))

const MAILS = 8
const REQUEST_DELAY_MS = 150
const FRAME_DELAY_MS = 100
const STATEMENT_DELAY_MS = 30

/** Lets the storm begin. The same seed brings the same one. */
function brew(world: StormWorld, storm: Storm, seed: number | string): void {
  const plan = (where: string, chance: FaultPlan['chance'], delayMs: number) => ({
    seed: `${seed}/${storm.name}/${where}`,
    chance,
    delayMs,
  })
  const { requests, frames, database, mail } = world.skies.weathers
  for (const sky of requests) sky.storm(plan('requests', storm.requests ?? {}, REQUEST_DELAY_MS))
  for (const sky of frames) sky.storm(plan('frames', storm.frames ?? {}, FRAME_DELAY_MS))
  for (const sky of database) sky.storm(plan('database', storm.database ?? {}, STATEMENT_DELAY_MS))
  for (const sky of mail) sky.storm(plan('mail', storm.mail ?? {}, REQUEST_DELAY_MS))
}

/**
 * One storm over running trades: half of the accounts hold a position when it begins, the other half enters in the
 * middle of it, and the engine turns against all of them before it ends. Afterwards everything heals, and what is still
 * held must come under its stop before the trades are ended.
 */
export async function weather(
  world: StormWorld,
  storm: Storm,
  seed: number | string,
  pauseMs: number,
): Promise<OutsideReport> {
  const [before, within] = [world.accounts.filter((_, i) => i % 2 === 0), world.accounts.filter((_, i) => i % 2 === 1)]
  await world.floor.mayEnter(before)
  await world.floor.holdSomething()
  brew(world, storm, seed)
  const mails = await writeMails(world, storm.mail === undefined ? 0 : MAILS)
  await world.floor.mayEnter(within)
  for (let i = 0; i < 3; i += 1) {
    await world.floor.buy()
    await delay(pauseMs)
  }
  await world.floor.turnAgainst()
  await delay(pauseMs)
  world.skies.clear()
  await world.floor.agreed()
  await mailsArrived(world, mails)
  return world.floor.endTrades()
}
