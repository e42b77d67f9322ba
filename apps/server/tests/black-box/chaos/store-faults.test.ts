import { setTimeout as delay } from 'node:timers/promises'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { until } from '../../trading-stack.ts'
import { diskFullAnswer } from './disk-full-answer.ts'
import { ChaosStack } from './chaos-stack.ts'

const LONG_MS = 180_000
const TIMEOUT_MS = 600_000
/** The trader's lease runs out after ten seconds without the store. */
const LONGER_THAN_A_LEASE_MS = 12_000
const NO_PRLIMIT = spawnSync('prlimit', ['--version']).error !== undefined

let stack: ChaosStack
let server: ManagedProcess

beforeAll(async () => {
  stack = await ChaosStack.start({ speed: 2, seed: 'store', accounts: 4 })
  server = await stack.startServer()
})
beforeEach(async () => {
  await stack.nextRound()
  await stack.floor.holdSomething()
})
afterEach(() => stack.faultProxies.clear())
afterAll(() => stack?.stop())

const offlineJournalFiles = () => {
  const folder = join(stack.dataDir, 'offline-journal')
  return existsSync(folder) ? readdirSync(folder) : []
}
const isFlat = async () => {
  for (const { brokerUser } of stack.accounts) if ((await stack.floor.held(brokerUser)).size > 0) return undefined
  return true
}
/** The index jumps, and with it the call: every target is passed. */
const reachTargets = () => stack.sandbox.post('/scenario', { kind: 'gap', pct: 2 })
const placed = () => stack.faultProxies.broker.orderCalls.filter((call) => call.startsWith('POST'))

const killBackends = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(stack.db)

const everythingAgrees = async () => {
  stack.faultProxies.clear()
  expect(await stack.floor.everythingOver()).toMatchObject({ broken: [], differences: [], doubts: [] })
  expect(offlineJournalFiles()).toEqual([])
}

const expectRestingStops = async () => {
  const resting = await Promise.all(stack.accounts.map(({ brokerUser }) => stack.floor.liveOrders(brokerUser)))
  expect(resting.flat().length).toBeGreaterThan(0)
}

/** A decision and prices past every target: nothing new is placed, exits go by the local file, and all is notified later. */
const onlyExitsLeave = async () => {
  const before = placed()
  await stack.floor.buy()
  await reachTargets()
  await until('the exits', LONG_MS, isFlat)
  expect(placed()).toEqual(before)
  expect(offlineJournalFiles()).not.toEqual([])
  await everythingAgrees()
}

describe('with the store gone', { timeout: TIMEOUT_MS }, () => {
  it.each([
    ['refuses every word, longer than a lease lasts', 'reset', LONGER_THAN_A_LEASE_MS],
    ['is silent', 'black_hole', 0],
  ] as const)('one that %s: stops rest, no entry leaves, exits do by the local file', async (_what, fault, waitMs) => {
    stack.faultProxies.database.faultConditions.chaosRun({ seed: 1, chance: { [fault]: 1 } })
    await delay(waitMs)
    await expectRestingStops()
    await onlyExitsLeave()
  })

  it('with every backend killed again and again: nothing is lost', async () => {
    for (let i = 0; i < 5; i += 1) {
      await stack.floor.buy()
      await delay(200)
      await killBackends()
    }
    stack.faultProxies.clear()
    await stack.floor.endTrades()
    await everythingAgrees()
  })

  it('with its disk full: no entry leaves, exits do by the local file', async () => {
    stack.faultProxies.database.answerInstead = diskFullAnswer
    await killBackends()
    await onlyExitsLeave()
  })
})

describe.skipIf(NO_PRLIMIT)(
  'with the data folder full as well (skipped where there is no prlimit)',
  { timeout: TIMEOUT_MS },
  () => {
    it('sends nothing that is stored nowhere, reports it, and continues once there is space', async () => {
      const mayWrite = (bytes: string) =>
        execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])
      stack.faultProxies.database.faultConditions.chaosRun({ seed: 1, chance: { reset: 1 } })
      // Room for the beginning of a line: what a disk that fills up takes.
      mayWrite('100')
      try {
        const [calls, problems] = [stack.faultProxies.broker.orderCalls.length, stack.problems.length]
        await reachTargets()
        await until('the alarm', LONG_MS, async () =>
          stack.problems.slice(problems).find((line) => line.includes('nothing_can_be_written')),
        )
        expect(stack.faultProxies.broker.orderCalls.slice(calls)).toEqual([])
        await expectRestingStops()
      } finally {
        mayWrite('unlimited')
      }
      await until('the exits', LONG_MS, isFlat)
      await everythingAgrees()
    })
  },
)
