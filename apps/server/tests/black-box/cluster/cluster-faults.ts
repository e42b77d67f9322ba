import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../trading-stack.ts'
import type { FaultConditions } from '../chaos/fault-plan.ts'
import { SHARDS } from '@strikewise/execution/lease/shard.ts'
import type { SeededRandom } from '../kill-loop/seeded-random.ts'
import type { ChaosCluster, ChaosMember } from './chaos-cluster.ts'

export interface ClusterFault {
  readonly name: string
  /** While it lasts no executor can protect a position: its time counts as that of the service it takes away. */
  readonly takesServiceAway?: boolean
  /** Why it cannot be brought about here; undefined when it can. */
  readonly cannotRun?: (cluster: ChaosCluster) => string | undefined
  /**
   * Brings the fault about and ends it; every program runs again when it resolves. Returns how long the shards of the
   * executors it struck were without another one, in real milliseconds; undefined: it struck none.
   */
  readonly strike: (cluster: ChaosCluster, random: SeededRandom) => Promise<number | undefined>
}

const LONG_MS = 180_000
const POLL_MS = 50
/** Longer than a lease that is not renewed. */
const APART_MS = [12_000, 20_000] as const
const SERVICE_AWAY_MS = [3_000, 8_000] as const
/** What a clock may be wrong by, in the market's milliseconds. */
const CLOCK_MS = [3_000, 90_000] as const

/** What happens to machines of a cluster, one at a time. */
export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  { name: 'executor killed', strike: (cluster, random) => killed(cluster, random, 1) },
  { name: 'two executors killed', strike: (cluster, random) => killed(cluster, random, 2) },
  {
    name: 'executor frozen',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      process.kill(member.program.pid, 'SIGSTOP')
      try {
        const takenOverMs = await takenOver(cluster, [member])
        await delay(random.whole(0, 5_000))
        return takenOverMs
      } finally {
        process.kill(member.program.pid, 'SIGCONT')
      }
    },
  },
  {
    name: 'executor drained',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      const [takenOverMs] = await Promise.all([takenOver(cluster, [member]), member.program.stop()])
      await cluster.restart(member)
      return takenOverMs
    },
  },
  {
    name: 'executor without its store',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      silence([member.store.faultConditions], random)
      const [takenOverMs] = await Promise.all([takenOver(cluster, [member]), delay(random.whole(...APART_MS))])
      cluster.clear()
      return takenOverMs
    },
  },
  {
    name: 'executor without NATS',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      silence(
        member.nats.map(({ faultConditions }) => faultConditions),
        random,
      )
      await delay(random.whole(...APART_MS))
      cluster.clear()
      return undefined
    },
  },
  {
    // Its leases are renewed: no other takes its accounts over, and what it holds is protected by stops at the exchange.
    name: 'executor without the broker',
    takesServiceAway: true,
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      silence([member.broker.requests, member.broker.frames], random)
      await delay(random.whole(...SERVICE_AWAY_MS))
      cluster.clear()
      return undefined
    },
  },
  {
    name: 'executor alone',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      const { broker, store, nats } = member
      silence([broker.requests, broker.frames, ...[store, ...nats].map((way) => way.faultConditions)], random)
      const [takenOverMs] = await Promise.all([takenOver(cluster, [member]), delay(random.whole(...APART_MS))])
      cluster.clear()
      return takenOverMs
    },
  },
  {
    name: 'executor with a wrong clock',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('trader'))
      member.aheadMs = random.whole(...CLOCK_MS) * random.pick([1, -1])
      await delay(random.whole(...APART_MS))
      cluster.clear()
      return undefined
    },
  },
  {
    name: 'notifier killed',
    async strike(cluster, random) {
      const member = random.pick(cluster.ofRole('notifier'))
      await member.program.kill()
      await cluster.restart(member)
      return undefined
    },
  },
  { name: 'NATS server killed', strike: (cluster, random) => natsKilled(cluster, random, [random.whole(0, 1)]) },
  { name: 'NATS killed', strike: (cluster, random) => natsKilled(cluster, random, [0, 1]) },
  {
    name: 'database killed',
    takesServiceAway: true,
    async strike({ database }) {
      database.kill()
      await database.answers()
      return undefined
    },
  },
  {
    name: 'database disk full',
    takesServiceAway: true,
    cannotRun: ({ database }) => database.noDisk,
    async strike({ database }, random) {
      try {
        await database.fillDisk()
        await delay(random.whole(...SERVICE_AWAY_MS))
      } finally {
        database.freeDisk()
      }
      await database.answers()
      return undefined
    },
  },
]

async function killed(cluster: ChaosCluster, random: SeededRandom, count: number): Promise<number> {
  const victims = random.shuffled(cluster.ofRole('trader')).slice(0, count)
  for (const { program } of victims) process.kill(program.pid, 'SIGKILL')
  const takenOverMs = await takenOver(cluster, victims)
  for (const victim of victims) await cluster.restart(victim)
  return takenOverMs
}

async function natsKilled(cluster: ChaosCluster, random: SeededRandom, which: readonly number[]): Promise<undefined> {
  for (const index of which) await cluster.nats[index]!.kill()
  await delay(random.whole(...SERVICE_AWAY_MS))
  for (const index of which) await cluster.startNats(index)
}

/** Nothing passes any more, and nothing is answered: what a broken link looks like from both sides. */
function silence(ways: readonly FaultConditions[], random: SeededRandom): void {
  for (const way of ways) way.chaosRun({ seed: random.next(), chance: { black_hole: 1 } })
}

/** Real milliseconds until executors that are not among `victims` lead every shard. */
async function takenOver(cluster: ChaosCluster, victims: readonly ChaosMember[]): Promise<number> {
  const from = performance.now()
  await until('others to lead every shard', LONG_MS, async () => {
    if ((await cluster.ledByOthers(victims)) === SHARDS) return true
    await delay(POLL_MS)
    return undefined
  })
  return performance.now() - from
}
