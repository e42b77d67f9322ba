import { sql, type Selectable } from 'kysely'
import type { AuditTables } from '../../../src/store/tables/audit-tables.ts'
import { OutsideAuditor, type OutsideReport } from '../external-audit.ts'
import { CLOSING_STEPS, CRASH_POINTS, RECOVERY_STEPS, type CrashPoint } from './crash-points.ts'
import type { UnprotectedSpan } from '../exchange-record.ts'
import { KillStack, type TraderProcess } from './kill-stack.ts'
import { SeededRandom } from './seeded-random.ts'
import { RunLog } from './run-log.ts'

export interface KillLoopOptions {
  readonly kills: number
  readonly seed: number
  /** Market seconds a real one, but for the time from a death until the books are right again: that is one for one. */
  readonly speed: number
  /** The points to die at; all of them by default. */
  readonly points?: readonly CrashPoint[]
  /** Aborted: no further round begins, and what runs is stopped. */
  readonly signal?: AbortSignal
  /** Called after every round. */
  readonly onRound?: (round: Round) => void
}

/** Deaths of the trader (or one hand-over), the restart, and how long until the books were right again. */
export interface Round {
  /** What ended each process, in order: a crash point, `anywhere`, or `hand-over` for a clean close. */
  readonly deaths: readonly (CrashPoint | 'anywhere' | 'hand-over')[]
  /**
   * From the start of the successor until the outside auditor found store and exchange equal, less what the machine's other
   * work took from it. The market ran at its own speed meanwhile.
   */
  readonly convergedMs: number
  /** The same by the clock on the wall. */
  readonly wallMs: number
  /** Which differences the auditor saw meanwhile, each with its last sight in real milliseconds after the first look. */
  readonly waitedFor: ReadonlyMap<string, number>
}

/** A row of the server's own auditor. */
export type RecordedFinding = Pick<
  Selectable<AuditTables['audit_findings']>,
  'account_id' | 'code' | 'subject' | 'message'
>

export interface KillLoopReport {
  readonly rounds: readonly Round[]
  readonly kills: number
  /** Points that were armed and not passed within the bound. */
  readonly missed: readonly CrashPoint[]
  readonly passed: ReadonlySet<CrashPoint>
  /** What no waiting mends, in the auditor's words. */
  readonly broken: readonly string[]
  /** What still differed when the wait was over. */
  readonly lost: readonly string[]
  readonly trades: number
  /** Entries abandoned, by reason, and decisions refused, by code. */
  readonly unfilled: Readonly<Record<string, number>>
  readonly orders: number
  readonly fills: number
  /** Where a position was longest without a full stop, dead time of the trader included; market time. */
  readonly longestUnprotected: UnprotectedSpan | undefined
  /** What the server's own auditor recorded. */
  readonly findings: readonly RecordedFinding[]
  /** What the traders logged as errors. */
  readonly errors: readonly string[]
}

/** How long a restart may take to reach what the broker's books imply (reliability guide, I5). */
export const CONVERGENCE_BOUND_MS = 10_000
/** What has not come right by then never will. */
const LOST_AFTER_MS = 120_000
/** A point that so many fresh accounts did not bring the trader to is out of reach. */
const REACH_ACCOUNTS = 96
/** After each so many accounts that missed the point the market runs at half the pace, at most twice. */
const SLOW_AFTER = 8
const STEP_EVERY_MS = 100
const PATIENCE_STEPS = 8

type Converged = OutsideReport & Pick<Round, 'waitedFor'>
type Target = CrashPoint | 'hand-over'

/** Kills the trader at named points, over and over, and has the outside auditor judge what its successor makes of it. */
export async function runKillLoop(options: KillLoopOptions): Promise<KillLoopReport> {
  const stack = await KillStack.start({ speed: options.speed, seed: `kill-loop-${options.seed}` })
  const loop = new KillLoop(stack, options)
  try {
    return await loop.run()
  } finally {
    await loop.close()
    await stack.stop()
  }
}

class KillLoop {
  readonly #stack: KillStack
  readonly #options: KillLoopOptions
  readonly #random: SeededRandom
  readonly #runLog: RunLog
  readonly #auditor: OutsideAuditor
  readonly #rounds: Round[] = []
  readonly #missed: CrashPoint[] = []
  readonly #broken = new Set<string>()
  #lost: readonly string[] = []
  #deck: Target[] = []

  constructor(stack: KillStack, options: KillLoopOptions) {
    this.#stack = stack
    this.#options = options
    this.#random = new SeededRandom(options.seed)
    this.#runLog = new RunLog(stack, this.#random)
    this.#auditor = new OutsideAuditor(stack.sandbox, stack.db)
  }

  async run(): Promise<KillLoopReport> {
    let trader = await this.#stack.startTrader()
    while (this.#shouldRun()) trader = await this.#round(trader, this.#next())
    await this.#stack.setSpeed(this.#options.speed)
    if (this.#lost.length === 0) await this.#runLog.finish()
    const last = await this.#converge(this.#runLog.cast, true)
    trader.kill('SIGTERM')
    const how = await trader.ended
    if (how !== 'exit 0') this.#broken.add(`the last trader did not close in order: ${how}`)
    const { count } = await this.#stack.db
      .selectFrom('trades')
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const unfilled = await this.#unfilled()
    const findings = await this.#stack.db
      .selectFrom('audit_findings')
      .select(['account_id', 'code', 'subject', 'message'])
      .execute()
    return {
      rounds: this.#rounds,
      kills: this.#kills(),
      missed: this.#missed,
      passed: new Set(this.#stack.passings().map(({ point }) => point)),
      broken: [...this.#broken],
      lost: this.#lost,
      trades: count,
      unfilled,
      orders: last.orders,
      fills: last.fills,
      longestUnprotected: this.#auditor.exchange.longestUnprotected(this.#stack.clock.now()),
      findings,
      errors: this.#stack.errors(),
    }
  }

  async #unfilled(): Promise<Record<string, number>> {
    const { rows } = await sql<{ why: string; times: number }>`
      select why, count(*)::int as times from (
        select body->>'why' as why from trades where state = 'abandoned'
        union all select code from entry_refusals
      ) as reasons group by why order by times desc`.execute(this.#stack.db)
    return Object.fromEntries(rows.map(({ why, times }) => [why, times]))
  }

  async close(): Promise<void> {
    await this.#runLog.close()
  }

  #shouldRun(): boolean {
    this.#options.signal?.throwIfAborted()
    return this.#kills() < this.#options.kills && this.#lost.length === 0 && this.#broken.size === 0
  }

  #kills(): number {
    return this.#rounds.flatMap(({ deaths }) => deaths).filter((death) => death !== 'hand-over').length
  }

  /** Every point comes once before any comes again. */
  #next(): Target {
    if (this.#deck.length === 0)
      this.#deck = this.#random.shuffled(this.#options.points ?? [...CRASH_POINTS, 'hand-over', 'hand-over'])
    return this.#deck.pop()!
  }

  async #round(trader: TraderProcess, target: Target): Promise<TraderProcess> {
    const deaths: Round['deaths'][number][] = []
    await this.#stack.setSpeed(this.#options.speed)
    let next: TraderProcess
    if (target === 'hand-over') {
      await this.#intoATrade()
      next = await this.#deploySuccessor(trader)
      deaths.push('hand-over')
    } else if (isOf(CLOSING_STEPS, target)) {
      await this.#intoATrade()
      next = await this.#killClosing(trader, target)
      deaths.push(target)
    } else if (isOf(RECOVERY_STEPS, target)) {
      await this.#intoATrade()
      trader.kill('SIGKILL')
      await trader.ended
      deaths.push('anywhere')
      // The lease is taken once a process, everything else once an account.
      const passing = target.endsWith('lease_take') ? 1 : this.#random.whole(1, 2)
      const recovering = await this.#startSuccessor(`${target}:${passing}`)
      await this.#recovery(recovering)
      await this.#stack.setSpeed(this.#options.speed)
      if (await this.#diesAt(recovering, target)) deaths.push(target)
      next = recovering.isRunning() ? recovering : await this.#startSuccessor()
    } else {
      trader.arm(`${target}:${this.#random.whole(1, 3)}`)
      const died = await this.#diesAt(trader, target)
      if (died) deaths.push(target)
      next = died ? await this.#startSuccessor() : trader
    }
    if (next !== trader && deaths.length > 0) await this.#judge(deaths, next)
    return next
  }

  /** A process started after a kill finds the market at its own speed. */
  async #startSuccessor(crashAt?: string): Promise<TraderProcess> {
    await this.#stack.setSpeed(1)
    return this.#stack.startTrader(crashAt)
  }

  /** Until the books are right again, or the process that does it is dead. */
  async #recovery(trader: TraderProcess): Promise<void> {
    for (let end = performance.now() + LOST_AFTER_MS; trader.isRunning() && performance.now() < end;) {
      if ((await this.#auditor.audit(this.#runLog.accounts)).differences.length === 0) return
      await Promise.race([pause(), trader.ended])
    }
  }

  async #judge(deaths: Round['deaths'], successor: TraderProcess): Promise<void> {
    const { waitedFor } = await this.#converge(this.#runLog.accounts, false)
    const wallMs = performance.now() - successor.startedAt
    const round = { deaths, convergedMs: Math.max(0, wallMs - successor.crowdedOutMs()), wallMs, waitedFor }
    this.#rounds.push(round)
    this.#options.onRound?.(round)
  }

  /** Waits until the outside auditor sees no difference; what is left when the wait is over is lost. */
  async #converge(accounts: Parameters<OutsideAuditor['audit']>[0], settled: boolean): Promise<Converged> {
    const waitedFor = new Map<string, number>()
    const start = performance.now()
    const end = start + LOST_AFTER_MS
    for (;;) {
      const report = settled ? await this.#auditor.readAgain(accounts) : await this.#auditor.audit(accounts)
      for (const { account, code, text } of report.broken) this.#broken.add(`${account} ${code}: ${text}`)
      const open = [...report.differences, ...(settled ? report.doubts : [])]
      if (open.length === 0) return { ...report, waitedFor }
      const texts = open.map(({ account, code, text }) => `${account} ${code}: ${text}`)
      for (const text of texts) waitedFor.set(text, performance.now() - start)
      if (performance.now() > end) {
        this.#lost = texts
        return { ...report, waitedFor }
      }
      await pause()
    }
  }

  /** Goes on with the story until the process dies at its point; false when that is out of reach. */
  async #diesAt(trader: TraderProcess, point: CrashPoint): Promise<boolean> {
    const begun = this.#runLog.cast.length
    let { speed } = this.#options
    while (trader.isRunning() && this.#runLog.cast.length < begun + REACH_ACCOUNTS) {
      // A deadline of two seconds is a fifth of one at ten times the pace: what a crowded machine misses, it gets more time for.
      const halvings = Math.min(2, Math.floor((this.#runLog.cast.length - begun) / SLOW_AFTER))
      const slower = Math.max(1, this.#options.speed / 2 ** halvings)
      if (slower !== speed) await this.#stack.setSpeed((speed = slower))
      await this.#runLog.step()
      await Promise.race([pause(), trader.ended])
    }
    if (!trader.isRunning()) {
      const how = await trader.ended
      if (how !== 'SIGKILL') this.#broken.add(`a trader that was to die at ${point} ended otherwise: ${how}`)
      return true
    }
    trader.arm(null)
    this.#missed.push(point)
    return false
  }

  /** Goes on with the story until a trade is live, and a little further. */
  async #intoATrade(): Promise<void> {
    const end = this.#runLog.cast.length + REACH_ACCOUNTS
    for (let further = this.#random.whole(0, PATIENCE_STEPS); further >= 0;) {
      await this.#runLog.step()
      if ((await this.#runLog.isLive()) || this.#runLog.cast.length > end) further -= 1
      await pause()
    }
  }

  /** A deploy: the successor waits while the old process closes and lets the lease go. */
  async #deploySuccessor(trader: TraderProcess): Promise<TraderProcess> {
    const successor = await this.#startSuccessor()
    trader.kill('SIGTERM')
    const how = await trader.ended
    if (how !== 'exit 0') this.#broken.add(`a trader told to stop ended otherwise: ${how}`)
    return onceAlone(successor)
  }

  /** Dies while it gives the lease back, with a successor waiting or without. */
  async #killClosing(trader: TraderProcess, point: CrashPoint): Promise<TraderProcess> {
    const waiting = this.#random.next() < 0.5 ? await this.#startSuccessor() : undefined
    trader.arm(`${point}:1`)
    trader.kill('SIGTERM')
    const how = await trader.ended
    if (how !== 'SIGKILL') this.#broken.add(`a trader that was to die at ${point} ended otherwise: ${how}`)
    return waiting === undefined ? this.#startSuccessor() : onceAlone(waiting)
  }
}

/** A successor that had been waiting starts when the other is gone. */
function onceAlone(successor: TraderProcess): TraderProcess {
  const before = successor.crowdedOutMs()
  return { ...successor, startedAt: performance.now(), crowdedOutMs: () => successor.crowdedOutMs() - before }
}

function isOf(steps: readonly string[], point: CrashPoint): boolean {
  return steps.includes(point.replace(/^(before|after)_/, ''))
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP_EVERY_MS))
}
