import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../trading-world.ts'
import type { AuditedAccount } from '../outside-audit.ts'
import type { Drill } from './drill.ts'
import type { DrillWorld } from './drill-world.ts'

const STATEMENT_DELAY_MS = 25
const ENTRY_MS = 120_000
const LOOK_EVERY_MS = 5
const WATCHED_MS = 10_000

interface LoggedFill {
  readonly seq: number
  readonly type: string
  readonly side?: 'BUY' | 'SELL'
}

/** What the broker says and does to the order that is to protect a position. */
export const BROKER_DRILLS: readonly Drill[] = [
  {
    // Control characters and half a surrogate pair: a store that takes no such text must not cost the account its exits.
    name: 'hostile broker text',
    rounds: 2,
    movements: ['holding'],
    async strike(world) {
      await faultOnStop(world, { kind: 'reject_next', count: 1, message: 'RMS:Blocked \0\u0007 margin \ud83d' })
      await delay(WATCHED_MS)
      await world.killServer()
      await world.restartServer()
    },
  },
  {
    // The broker takes the stop and never passes it on; then the market falls through it.
    name: 'stop stuck in validation',
    rounds: 2,
    movements: ['holding'],
    async strike(world) {
      const troubles = world.storm.troubles.length
      const account = await faultOnStop(world, {
        kind: 'stick',
        count: 1,
        status: 'VALIDATION PENDING',
        liveBehind: false,
      })
      try {
        await until('an alarm', WATCHED_MS, async () => (world.alarmsSince(troubles).length > 0 ? true : undefined))
        await world.scenario({ kind: 'gap', pct: -1.2 })
        await until('the exit of a position whose stop is stuck', WATCHED_MS * 2, async () => {
          const held = await world.floor.held(account.brokerUser)
          return [...held.values()].every((units) => units <= 0) ? true : undefined
        })
      } finally {
        await clearFaults(world)
      }
    },
  },
]

/** Buys, and lets `fault` meet the sale that is to protect what was bought. Returns the account it is about. */
async function faultOnStop(world: DrillWorld, fault: object): Promise<AuditedAccount> {
  const account = world.storm.accounts[0]!
  await world.floor.endTrades()
  await world.storm.nextDay()
  await world.floor.mayEnter([account])
  // Commits take a little longer, so that the fault is there before the stop is.
  world.storm.skies.database.weather.storm({ seed: 7, chance: { delay: 1 }, delayMs: STATEMENT_DELAY_MS })
  try {
    let after = await endOfLog(world, 0)
    const met = (async () => {
      const end = performance.now() + ENTRY_MS
      while (performance.now() < end) {
        const entries = await logAfter(world, after)
        after = entries.at(-1)?.seq ?? after
        if (entries.some((entry) => entry.type === 'fill' && entry.side === 'BUY')) {
          await world.storm.sandbox.post('/faults', { ...fault, account: account.brokerUser })
          return
        }
        await delay(LOOK_EVERY_MS)
      }
      throw new Error('nothing was bought, so no stop was placed')
    })()
    await world.floor.buy()
    await met
  } finally {
    world.storm.skies.clear()
  }
  return account
}

async function clearFaults(world: DrillWorld): Promise<void> {
  const response = await fetch(`${world.storm.sandbox.url}/sandbox/faults`, { method: 'DELETE' })
  if (!response.ok) throw new Error(`the faults could not be cleared: ${response.status}`)
}

async function endOfLog(world: DrillWorld, from: number): Promise<number> {
  for (let after = from; ;) {
    const entries = await logAfter(world, after)
    if (entries.length === 0) return after
    after = entries.at(-1)!.seq
  }
}

async function logAfter({ storm }: DrillWorld, after: number): Promise<LoggedFill[]> {
  const { entries } = await storm.sandbox.get<{ entries: LoggedFill[] }>(`/log?after=${after}`)
  return entries
}
