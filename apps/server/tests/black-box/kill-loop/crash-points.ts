import { appendFileSync } from 'node:fs'

/**
 * The steps of the execution path that have a crash point before and after them. `claim`: the transaction of the pre-trade check and
 * entry intent; `intent_commit`: any transaction that writes an intent; `event_commit`: one that writes what the broker
 * notified. A send ends when the bytes have left, an answer when the core has it.
 */
const STEADY_STEPS = [
  'claim',
  'intent_commit',
  'send',
  'answer',
  'event_commit',
  'protect',
  'modify',
  'exit',
  'trade_close',
  'outbox_put',
] as const
/** Passed once a process for each account (the lease: once), and again by the process that recovers after a kill there. */
export const RECOVERY_STEPS = [
  'lease_take',
  'recovery_offline_journal_read',
  'recovery_load',
  'recovery_orders',
  'recovery_trades',
  'recovery_positions',
  'recovery_commit',
] as const
/** Passed when the process is asked to stop. */
export const CLOSING_STEPS = ['lease_release'] as const

export type Step = (typeof STEADY_STEPS)[number] | (typeof RECOVERY_STEPS)[number] | (typeof CLOSING_STEPS)[number]
export type CrashPoint = `before_${Step}` | `after_${Step}`

const STEPS: readonly Step[] = [...STEADY_STEPS, ...RECOVERY_STEPS, ...CLOSING_STEPS]
export const CRASH_POINTS: readonly CrashPoint[] = STEPS.flatMap((step) => [`before_${step}`, `after_${step}`] as const)

/** One line of the file a process keeps of its passings, written before anything else happens. */
export interface Passing {
  readonly point: CrashPoint
  /** True: the process killed itself here. */
  readonly killed: boolean
}

/**
 * Kills its own process with SIGKILL at the chosen passing of the chosen point, as `CRASH_AT=after_send:3` asks for. The
 * first passing of every point, and the fatal one, are lines of `file`.
 */
export class CrashPoints {
  readonly #file: string
  readonly #passed = new Set<CrashPoint>()
  #at: { readonly point: CrashPoint; left: number } | undefined

  constructor(file: string, crashAt: string | undefined) {
    this.#file = file
    if (crashAt !== undefined && crashAt !== '') this.arm(crashAt)
  }

  /** Counts passings from now on. Throws RangeError when `crashAt` names no point, or no passing from 1. */
  arm(crashAt: string): void {
    const [name, ordinal = '1'] = crashAt.split(':')
    const point = CRASH_POINTS.find((one) => one === name)
    const left = Number(ordinal)
    if (point === undefined || !Number.isInteger(left) || left < 1)
      throw new RangeError(`CRASH_AT=${crashAt}: want a point and which passing, such as after_send:3`)
    this.#at = { point, left }
  }

  disarm(): void {
    this.#at = undefined
  }

  pass(point: CrashPoint): void {
    const at = this.#at
    if (at?.point === point) at.left -= 1
    const killed = at?.point === point && at.left === 0
    if (!killed && this.#passed.has(point)) return
    this.#passed.add(point)
    appendFileSync(this.#file, `${JSON.stringify({ point, killed } satisfies Passing)}\n`)
    if (killed) process.kill(process.pid, 'SIGKILL')
  }

  /** `work` between the two points of a step. */
  async around<T>(step: Step, work: () => Promise<T>): Promise<T> {
    this.pass(`before_${step}`)
    const result = await work()
    this.pass(`after_${step}`)
    return result
  }
}
