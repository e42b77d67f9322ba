import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { WIRE_FAULTS, type WireFaultKind, type WireFaultRequest } from './wire-faults.ts'

export interface Fault extends WireFaultRequest {
  readonly id: number
  readonly since: EpochMs
  /** Calls it will still meet; null: it stands until it ends. */
  remaining: number | null
  readonly until: EpochMs | null
}

export interface FaultLogEntry {
  /** Market time. */
  readonly at: string
  readonly event: 'set' | 'met' | 'ended'
  readonly kind: string
  readonly account: string | null
  readonly detail: string
}

const MAX_LOG_ENTRIES = 200

/** The wire's faults that are on, and the log of all faults. */
export class FaultRegistry {
  #faults: Fault[] = []
  #log: FaultLogEntry[] = []
  #nextId = 1
  readonly #now: () => EpochMs

  constructor(now: () => EpochMs) {
    this.#now = now
  }

  set(request: WireFaultRequest): Fault {
    const now = this.#now()
    const fault: Fault = {
      ...request,
      id: this.#nextId,
      since: now,
      remaining: WIRE_FAULTS[request.kind].byCall ? request.times : null,
      until: request.seconds === undefined ? null : ((now + request.seconds * 1000) as EpochMs),
    }
    this.#nextId += 1
    this.#faults.push(fault)
    this.note('set', fault.kind, fault.account ?? null)
    return fault
  }

  /** The first fault of `kind` that meets `account`; a fault that counts calls has met one more by this. */
  take(
    kind: WireFaultKind,
    account: string | null,
    detail = '',
    matches: (fault: Fault) => boolean = () => true,
  ): Fault | undefined {
    const fault = this.active().find(
      (fault) => fault.kind === kind && (fault.account === undefined || fault.account === account) && matches(fault),
    )
    if (fault === undefined || fault.remaining === null) return fault
    fault.remaining -= 1
    this.note('met', kind, account, detail)
    if (fault.remaining === 0) this.#end(fault)
    return fault
  }

  end(id: number): boolean {
    const fault = this.#faults.find((fault) => fault.id === id)
    if (fault !== undefined) this.#end(fault)
    return fault !== undefined
  }

  endAll(): void {
    for (const fault of this.#faults) this.#end(fault)
  }

  active(): readonly Fault[] {
    const now = this.#now()
    for (const fault of this.#faults) if (fault.until !== null && fault.until <= now) this.#end(fault)
    return this.#faults
  }

  /** Newest first. */
  log(): readonly FaultLogEntry[] {
    return this.#log
  }

  note(event: FaultLogEntry['event'], kind: string, account: string | null, detail = ''): void {
    this.#log = [{ at: istText(this.#now()), event, kind, account, detail }, ...this.#log].slice(0, MAX_LOG_ENTRIES)
  }

  #end(fault: Fault): void {
    this.#faults = this.#faults.filter((other) => other !== fault)
    this.note('ended', fault.kind, fault.account ?? null)
  }
}
