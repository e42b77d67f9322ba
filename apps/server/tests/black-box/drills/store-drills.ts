import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../trading-stack.ts'
import type { Drill } from './drill.ts'
import type { DrillStack } from './drill-stack.ts'

const STORE_AWAY_MS = 8_000
/** Room for the folder itself and hardly a line. */
const JOURNAL_DISK_KB = 16
const JOURNAL_FILLER_BYTES = 13 * 1024
const LINE_FEED = 10

/** Disks that are full, and files that are damaged. */
export const STORE_DRILLS: readonly Drill[] = [
  {
    // Exits go into the offline journal until PostgreSQL, which has stopped for lack of space, is back.
    name: 'database disk full',
    rounds: 2,
    movements: ['holding'],
    cannotRun: ({ database }) => database.noDisk,
    async strike({ database }) {
      try {
        await database.fillDisk()
        await delay(STORE_AWAY_MS)
      } finally {
        database.freeDisk()
      }
      await database.answers()
    },
  },
  {
    // Neither store nor journal: stops rest at the exchange, and nothing is placed without a record of it.
    name: 'journal disk full',
    rounds: 2,
    movements: ['holding'],
    cannotRun: ({ database }) => database.noDisk,
    async strike(stack) {
      stack.mountDisk(stack.journalDir, JOURNAL_DISK_KB)
      try {
        writeFileSync(join(stack.journalDir, 'filler'), Buffer.alloc(JOURNAL_FILLER_BYTES))
        cutStore(stack)
        await stack.scenario({ kind: 'gap', pct: 2 })
        await delay(STORE_AWAY_MS)
      } finally {
        stack.chaosRun.faultProxies.clear()
        stack.unmountDisks()
      }
    },
  },
  {
    name: 'journal damaged',
    rounds: 2,
    movements: ['holding'],
    async strike(stack) {
      cutStore(stack)
      await stack.scenario({ kind: 'gap', pct: 2 })
      await until('an exit in the journal', 60_000, async () => (filesIn(stack).length > 0 ? true : undefined))
      await delay(1_500)
      await stack.killServer()
      for (const file of filesIn(stack)) damage(join(stack.journalDir, file))
      stack.chaosRun.faultProxies.clear()
      await stack.restartServer()
    },
  },
]

/**
 * A restored store may lack its newest rows: an order of ours whose intent is gone is reported, and what is held is protected.
 * The journals' chains stay broken, so no other drill can be judged after it.
 */
export const LOST_COMMITS: Drill = {
  name: 'newest commits lost',
  rounds: 1,
  movements: ['holding'],
  tolerates: ['order_without_intent', 'journal'],
  async strike(stack) {
    await stack.floor.endTrades()
    await stack.database.loseNewest(true)
    try {
      await stack.chaosRun.nextDay()
      await stack.floor.holdSomething()
      stack.database.kill()
      await stack.database.answers()
    } finally {
      await stack.database.loseNewest(false)
    }
  },
}

function cutStore({ chaosRun }: DrillStack): void {
  chaosRun.faultProxies.database.faultConditions.chaosRun({ seed: 1, chance: { reset: 1 } })
}

function filesIn({ journalDir }: DrillStack): string[] {
  return existsSync(journalDir) ? readdirSync(journalDir).filter((name) => !name.includes('.damaged')) : []
}

/** One byte of the first line becomes zero, as a power cut leaves it. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.indexOf(LINE_FEED) / 2)] = 0
  writeFileSync(file, bytes)
}
