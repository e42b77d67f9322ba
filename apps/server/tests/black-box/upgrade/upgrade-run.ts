import { setTimeout as delay } from 'node:timers/promises'
import { SHARDS } from '@strikewise/execution/lease/shard.ts'
import { shardsByProcess } from '../../../src/store/shard-leaders.ts'
import { until } from '../../trading-stack.ts'
import { OutsideAuditor } from '../external-audit.ts'
import { StopMoves } from './stop-raises.ts'
import { StreamFollower } from './stream-follower.ts'
import { UpgradeLoad } from './upgrade-load.ts'
import { UpgradeStack, type UpgradeOptions } from './upgrade-stack.ts'

const LONG_MS = 180_000
/** Of the exchange's log, which forgets. */
const CATCH_UP_MS = 1_000
/** Nothing the product does at once takes longer, as all below in real milliseconds. */
const SOON_MS = 2_000
/** A page that was asked to connect elsewhere shows everything again by then. */
const GAP_MS = 10_000
const FOLLOWERS = 3

export interface UpgradeResult {
  /** What a user or an account would have suffered; empty: the upgrade passed. */
  readonly findings: readonly string[]
  readonly figures: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Replaces every member of a cluster, one after another, while accounts hold positions and their users make requests through
 * the web processes that `/readyz` leaves in service. Judged by the clients and by the exchange's own log.
 */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const stack = await UpgradeStack.start(options)
  try {
    return await upgrade(stack, options)
  } finally {
    await stack.close()
  }
}

async function upgrade(
  stack: UpgradeStack,
  { accounts, speed, lateMs, onChange }: UpgradeOptions,
): Promise<UpgradeResult> {
  const { cluster, balancer, sandbox, day } = stack
  const findings: string[] = []
  const moves = new StopMoves(sandbox)
  const load = new UpgradeLoad(stack)
  const topics = [`decisions.NIFTY.${day}`, `decisions.BANKNIFTY.${day}`, 'liveIndices', `userActiveTrades.${day}`]
  const followers = stack.accounts.slice(0, FOLLOWERS).map(({ user }) => new StreamFollower(balancer, user, topics))
  const reading = setInterval(() => void moves.catchUp().catch(() => {}), CATCH_UP_MS)
  const replaced: string[] = []
  let held = 0
  let since = 0
  try {
    await until('positions', LONG_MS, async () => (load.holding >= Math.ceil(accounts / 2) ? true : undefined))
    await until('streams', LONG_MS, async () => (followers.every(({ isComplete }) => isComplete) ? true : undefined))
    held = load.holding
    since = await newestDecision(stack)
    for (const { name } of cluster.members) {
      const startedAt = performance.now()
      const how = await cluster.replace(name)
      if (how !== 'exit 0') findings.push(`${name} ended by ${how}`)
      await settled(stack)
      replaced.push(`${name} ${seconds(performance.now() - startedAt)}`)
      onChange?.(`replaced ${replaced.at(-1)}, ${load.holding} hold, ${load.requests.failures.length} failures`)
    }
    await nextDecisions(stack)
  } finally {
    await load.end()
    clearInterval(reading)
    for (const follower of followers) follower.close()
  }
  await delay(SOON_MS)
  await moves.catchUp()
  const late = load.raises.map((raise) => (moves.lateness(raise) ?? Infinity) / speed)
  const decided = await decisionsSince(stack, since)
  findings.push(...load.requests.failures)
  for (const [index, ms] of late.entries())
    if (ms > lateMs) {
      const { brokerUser, trigger } = load.raises[index]!
      findings.push(`${brokerUser}: the stop was raised to ${trigger / 100} ${seconds(ms)} late`)
    }
  findings.push(...followers.flatMap((follower, index) => judgeFollower(`page ${index + 1}`, follower, decided)))
  const audit = await finalAudit(stack)
  findings.push(...audit.findings)
  return {
    findings,
    figures: [
      { name: 'members replaced', value: replaced.join(', ') },
      { name: 'accounts with an open trade', value: `${held} of ${accounts}` },
      { name: 'requests, failed', value: `${load.requests.total}, ${load.requests.failures.length}` },
      { name: 'slowest request', value: seconds(load.requests.slowestMs) },
      { name: 'stops raised', value: String(late.length) },
      { name: 'raise at the exchange, latest', value: seconds(Math.max(0, ...late)) },
      { name: 'pages, reconnects', value: `${followers.length}, ${sum(followers.map((one) => one.reconnects))}` },
      { name: 'longest without the stream', value: seconds(Math.max(...followers.map((one) => one.longestGapMs))) },
      { name: 'decisions meanwhile', value: String(decided.length) },
      { name: 'orders, fills', value: `${audit.orders}, ${audit.fills}` },
    ],
  }
}

/** What an upgrade waits for before the next member: all shards led, and every web process in service. */
async function settled({ cluster, store, balancer }: UpgradeStack): Promise<void> {
  const ofRole = (role: string) => cluster.members.filter((member) => member.role === role)
  await until('the cluster to be whole', LONG_MS, async () => {
    const owners = await shardsByProcess(store.db)
    const led = ofRole('trader').map(({ pid }) => owners.get(pid) ?? 0)
    return sum(led) === SHARDS && led.every((count) => count > 0) && balancer.ready.length === ofRole('web').length
      ? true
      : undefined
  })
}

function judgeFollower(name: string, follower: StreamFollower, decided: readonly string[]): string[] {
  const missed = decided.filter((id) => !follower.decisions.has(id))
  return [
    ...missed.map((id) => `${name} missed decision ${id}`),
    ...follower.cuts.map((code) => `${name}: the connection ended with ${code}, and not with the wish to reconnect`),
    ...(follower.reconnects === 0 ? [`${name} was never asked to reconnect`] : []),
    ...(follower.longestGapMs > GAP_MS ? [`${name} was without the stream for ${seconds(follower.longestGapMs)}`] : []),
  ]
}

/** Waits until exchange and store agree on every account. */
async function finalAudit({ sandbox, store, accounts }: UpgradeStack) {
  const auditor = new OutsideAuditor(sandbox as ConstructorParameters<typeof OutsideAuditor>[0], store.db)
  let report = await auditor.audit(accounts)
  for (const end = performance.now() + LONG_MS / 3; performance.now() < end; await delay(500)) {
    if (report.differences.length + report.doubts.length === 0 || report.broken.length > 0) break
    report = await auditor.audit(accounts)
  }
  const found = [...report.broken, ...report.differences, ...report.doubts]
  const { orders, fills } = report
  return { findings: found.map(({ account, code, text }) => `${account} ${code}: ${text}`), orders, fills }
}

async function newestDecision({ store }: UpgradeStack): Promise<number> {
  const { seq } = await store.db
    .selectFrom('decisions')
    .select((of) => of.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

async function decisionsSince({ store }: UpgradeStack, seq: number): Promise<string[]> {
  const rows = await store.db.selectFrom('decisions').select('id').where('seq', '>', seq).orderBy('seq').execute()
  return rows.map(({ id }) => id)
}

/** Waits for one more decision, and gives the pages the time to show it. */
async function nextDecisions(stack: UpgradeStack): Promise<void> {
  const last = await newestDecision(stack)
  await until('a decision', LONG_MS, async () => ((await newestDecision(stack)) > last ? true : undefined))
  await delay(SOON_MS)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
