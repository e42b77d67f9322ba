import type { CallRecord } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'
import { isChangeRejected } from '../rejected-rows.ts'

const CLAIM_MS = 2_000
/** A sale may wait so much longer while the store is late. */
const PATIENCE_MS = 13_000

/** A claim is made so long before its row is written at the most, in ms. */
const COMMIT_MS = 4_000

/** When a claim came to stand in the store, and what the clocks of each process showed when it was made, or after. */
interface Written {
  readonly at: number
  readonly clocks: ReadonlyMap<string, { readonly wall: number; readonly mono: number }>
}

/**
 * I2: a call leaves within two seconds of its claim in the time that really passed, whatever one clock shows meanwhile. What
 * neither clock of its machine showed (it was suspended, and its wall clock stood still or was set back) cannot be known.
 */
export class LateCalls {
  readonly #context: CheckerContext
  /** By the account and the intent's id. */
  readonly #written = new Map<string, Written>()
  readonly #rows = new Map<string, number>()
  /** What the wall clock of each process showed at the most lately: one may be set back between a claim and its row. */
  readonly #highest = new Map<string, { at: number; wall: number }>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  /** Notes when each claim came to stand in the store. `committed`: accounts whose rows may have changed. */
  check(now: number, committed: ReadonlySet<string>): void {
    const { store, processes } = this.#context.observations
    for (const { name, clocks } of processes) this.#watch(name, now, clocks.wall())
    for (const account of committed) {
      const { journal } = store.account(account)
      const known = this.#rows.get(account) ?? 0
      this.#rows.set(account, journal.length)
      for (let i = known; i < journal.length; i += 1) {
        const { change } = journal[i]!
        if (change.type !== 'intent' || change.intent.outcome.state !== 'sending') continue
        const key = `${account} ${change.intent.id}`
        if (this.#written.has(key)) continue
        const clocks = processes.map(
          (one) => [one.name, { wall: this.#highest.get(one.name)!.wall, mono: one.clocks.mono() }] as const,
        )
        this.#written.set(key, { at: now, clocks: new Map(clocks) })
      }
    }
  }

  #watch(name: string, at: number, wall: number): void {
    const highest = this.#highest.get(name)
    if (highest === undefined) this.#highest.set(name, { at, wall })
    else if (wall >= highest.wall || at > highest.at + COMMIT_MS) {
      highest.at = at
      highest.wall = wall
    }
  }

  callLog(call: CallRecord): void {
    const { account, kind, side, tag, orderId } = call
    if (isChangeRejected(this.#context, call)) return
    const lateMs = this.#lateMs(call)
    const most = kind === 'place' && side === 'SELL' ? CLAIM_MS + PATIENCE_MS : CLAIM_MS
    if (lateMs > most) {
      const name = kind === 'place' ? tag : `${kind} ${orderId}`
      this.#context.findings.add('I2', account, `late ${name}`, `${name} left ${lateMs} ms after it was written down`)
    }
  }

  /** How long after its claim a call leaves, in ms, less what neither clock of its machine showed. */
  #lateMs(call: CallRecord): number {
    const written = this.#newest(call)
    if (written === undefined) return 0
    const passed = call.leftAt - written.at
    const before = written.clocks.get(call.process)
    const process = this.#context.observations.processes.find(({ name }) => name === call.process)
    if (before === undefined || process === undefined) return passed
    const { clocks } = process
    return Math.min(passed, Math.max(clocks.wall() - before.wall, clocks.mono() - before.mono))
  }

  /** The newest claim of a call; none for one that only a local file has. */
  #newest({ account, kind, tag, orderId }: CallRecord): Written | undefined {
    const { intents } = this.#context
    const asked =
      kind === 'place'
        ? [intents.byTag(account, tag!)].filter((one) => one !== undefined)
        : intents.of(account).filter(({ call }) => call.type === kind && call.orderId === orderId)
    let newest: Written | undefined
    for (const { id } of asked) {
      const written = this.#written.get(`${account} ${id}`)
      // What stands in a local file alone is newer than every row.
      if (written === undefined) return undefined
      if (newest === undefined || written.at > newest.at) newest = written
    }
    return newest
  }
}
