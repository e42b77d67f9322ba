import { setTimeout as delay } from 'node:timers/promises'
import type { Drill } from './drill.ts'
import type { Movement } from './drill-stack.ts'

const EVERYTHING: readonly Movement[] = ['holding', 'entry', 'exit', 'stop', 'target', 'trail']
const SERVER_SUSPENDED_MS = 40_000
const BROKER_SUSPENDED_MS = 15_000
/** Longer than a store's recovery takes to begin, shorter than it takes to end. */
const RESTART_AFTER_MS = 50

/** Processes that die or stand still. */
export const PROCESS_DRILLS: readonly Drill[] = [
  {
    name: 'server killed',
    rounds: 6,
    movements: EVERYTHING,
    async strike(stack) {
      await stack.killServer()
      await delay(stack.random.whole(0, 1_500))
      await stack.restartServer()
    },
  },
  {
    name: 'database killed',
    rounds: 6,
    movements: EVERYTHING,
    async strike({ database }) {
      database.kill()
      await database.answers()
    },
  },
  {
    // The server starts while its database recovers, and waits for it.
    name: 'server and database killed',
    rounds: 6,
    movements: EVERYTHING,
    async strike(stack) {
      stack.database.kill()
      await stack.killServer()
      await delay(RESTART_AFTER_MS)
      await stack.restartServer()
    },
  },
  {
    name: 'server frozen',
    rounds: 2,
    movements: ['stop', 'target'],
    async strike({ server }) {
      process.kill(server.pid, 'SIGSTOP')
      await delay(SERVER_SUSPENDED_MS)
      process.kill(server.pid, 'SIGCONT')
    },
  },
  {
    name: 'broker killed',
    rounds: 6,
    movements: EVERYTHING,
    async strike(stack) {
      await stack.restartBroker(stack.random.whole(500, 4_500))
    },
  },
  {
    name: 'broker frozen',
    rounds: 2,
    movements: ['entry', 'exit'],
    async strike({ chaosRun }) {
      await chaosRun.sandbox.signal('SIGSTOP')
      await delay(BROKER_SUSPENDED_MS)
      await chaosRun.sandbox.signal('SIGCONT')
    },
  },
]
