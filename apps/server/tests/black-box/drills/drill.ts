import { setTimeout as delay } from 'node:timers/promises'
import type { OutsideFinding, OutsideReport } from '../external-audit.ts'
import type { DrillStack, Movement } from './drill-stack.ts'

/** A fault of a process, a disk, a text or a person, under open trades. */
export interface Drill {
  readonly name: string
  readonly rounds: number
  /** Why it cannot be run here; undefined when it can. */
  readonly cannotRun?: (stack: DrillStack) => string | undefined
  /** What goes on when the fault strikes; one of them a round, in turn. */
  readonly movements: readonly Movement[]
  /** Findings that the fault itself makes unavoidable, by code. */
  readonly tolerates?: readonly OutsideFinding['code'][]
  /** Brings the fault about and ends it. Resolves when every part runs again. Throws for what must not have happened meanwhile. */
  readonly strike: (stack: DrillStack) => Promise<void>
}

export interface DrillRound {
  readonly name: string
  readonly movement: Movement
  /** Real ms in which a part was away. */
  readonly awayMs: number
  /** Real ms from the last part's return until the exchange's log and the store agreed. */
  readonly equalAfterMs: number
  /** Longest stretch in which units of ours stood without as many in live sales. Market ms. */
  readonly unprotectedMs: number
  readonly allowedMs: number
  readonly alarms: number
  /** What went wrong; empty for a round that passed. */
  readonly faults: readonly string[]
}

/** How long a recovery may take after the last part is back (reliability guide, I5, with an exit that has to be chased). */
const EQUAL_MS = 30_000
/** What a recovery may leave unprotected beyond the time a part was away. Real ms. */
const RECOVERY_MS = 10_000
const POLL_MS = 100

/** One round of a drill: a position, something under way, the fault, and the judgement of an auditor that shares no code with the server. */
export async function runDrill(stack: DrillStack, drill: Drill, round: number): Promise<DrillRound> {
  const movement = drill.movements[round % drill.movements.length]!
  const { exchange } = stack.floor.auditor
  await stack.nextRound()
  await stack.floor.holdSomething()
  const spans = exchange.unprotectedSpans.length
  const problems = stack.chaosRun.problems.length
  const faults: string[] = []
  await stack.move(movement)
  const struckAt = performance.now()
  let equalAfterMs = 0
  let awayMs = 0
  try {
    await drill.strike(stack)
    awayMs = performance.now() - struckAt
    const report = await equalBooks(stack, drill)
    equalAfterMs = performance.now() - struckAt - awayMs
    faults.push(...wordsOf(report))
    if (report.broken.length === 0) faults.push(...wordsOf(await endTrades(stack, drill)))
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  const unprotectedMs = Math.max(0, ...exchange.unprotectedSpans.slice(spans).map(({ from, to }) => to - from))
  const allowedMs = (awayMs + RECOVERY_MS) * stack.speed
  if (unprotectedMs > allowedMs) faults.push(`unprotected for ${unprotectedMs} ms of ${Math.round(allowedMs)} allowed`)
  const alarms = stack.alarmsSince(problems).length
  return { name: drill.name, movement, awayMs, equalAfterMs, unprotectedMs, allowedMs, alarms, faults }
}

/** Waits until the exchange's log and the store agree; what is left when the wait is over is returned. */
async function equalBooks(stack: DrillStack, drill: Drill): Promise<OutsideReport> {
  const end = performance.now() + EQUAL_MS
  for (;;) {
    const report = judged(await stack.floor.auditor.audit(stack.chaosRun.accounts), drill)
    const isEqual = report.differences.length + report.doubts.length === 0
    if (report.broken.length > 0 || isEqual || performance.now() > end) return report
    await delay(POLL_MS)
  }
}

/** Every trade over and equal at the exchange and in the store. */
async function endTrades(stack: DrillStack, drill: Drill): Promise<OutsideReport> {
  if (drill.tolerates === undefined) return stack.floor.endTrades()
  const end = performance.now() + EQUAL_MS
  while ((await stack.floor.liveTrades()).length > 0 && performance.now() < end) {
    await stack.floor.turnAgainst()
    await delay(POLL_MS)
  }
  return equalBooks(stack, drill)
}

function judged(report: OutsideReport, { tolerates = [] }: Drill): OutsideReport {
  const counts = ({ code }: OutsideFinding) => !tolerates.includes(code)
  return { ...report, broken: report.broken.filter(counts), differences: report.differences.filter(counts) }
}

function wordsOf({ broken, differences, doubts }: OutsideReport): string[] {
  return [...broken, ...differences, ...doubts].map(({ account, code, text }) => `${account} ${code}: ${text}`)
}
