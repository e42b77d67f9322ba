import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '../kill-loop/seeded-random.ts'
import type { ChaosCluster } from './chaos-cluster.ts'
import type { ClusterFault } from './cluster-faults.ts'

export interface ClusterRound {
  readonly fault: string
  /** From the fault until every part ran again. Real ms, as all below. */
  readonly awayMs: number
  /** How long the shards of the executors that were struck were without another one. */
  readonly takenOverMs: number | undefined
  /** Longest stretch in which units bought by the product stood without as many in live sales. */
  readonly unprotectedMs: number
  readonly orders: number
  readonly fills: number
  /** What went wrong; empty for a round that passed. */
  readonly findings: readonly string[]
}

/** Longest an account may be without an executor, and a position without its stop, real ms. */
const BOUND_MS = 10_000
/** The fault strikes somewhere in the course of the entries. */
const ENTRIES_MS = 800
const TURN_MS = 3_000

/**
 * One fault of a cluster under open trades: half of the accounts hold a position, the others are entering when it strikes,
 * and now and then the engine turns against all while it lasts. Judged from the exchange's log once all parts run again.
 */
export async function playRound(
  cluster: ChaosCluster,
  fault: ClusterFault,
  random: SeededRandom,
): Promise<ClusterRound> {
  const { stack, speed } = cluster
  const { floor } = stack
  const spans = floor.auditor.exchange.unprotectedSpans.length
  await floor.mayEnter(stack.accounts.filter((_, index) => index % 2 === 0))
  await floor.holdSomething()
  await floor.mayEnter(stack.accounts)
  const buying = floor.buy()
  await delay(random.whole(0, ENTRIES_MS))
  const struckAt = performance.now()
  const [takenOverMs] = await Promise.all([fault.strike(cluster, random), meanwhile(cluster, random), buying])
  const awayMs = performance.now() - struckAt
  await cluster.whole()
  await floor.agreed()
  const { broken, orders, fills } = await floor.endTrades()
  const longest = Math.max(0, ...floor.auditor.exchange.unprotectedSpans.slice(spans).map(({ from, to }) => to - from))
  const unprotectedMs = longest / speed
  const allowedMs = BOUND_MS + (fault.takesServiceAway === true ? awayMs : 0)
  const findings = broken.map(({ account, code, text }) => `${account} ${code}: ${text}`)
  if (unprotectedMs > allowedMs) findings.push(`unprotected for ${seconds(unprotectedMs)} of ${seconds(allowedMs)} s`)
  return { fault: fault.name, awayMs, takenOverMs, unprotectedMs, orders, fills, findings }
}

/** Decisions go on while the fault lasts. The store may be away: then there are none. */
async function meanwhile({ stack }: ChaosCluster, random: SeededRandom): Promise<void> {
  const turns = random.next() < 0.5
  await delay(random.whole(0, TURN_MS))
  await (turns ? stack.floor.turnAgainst() : stack.floor.buy()).catch(() => undefined)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
