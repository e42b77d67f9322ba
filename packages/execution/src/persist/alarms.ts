import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alarm, AlarmName, RaisedAlarm } from '../alarms/alarm.ts'
import { growingUnitsOf, stageOf } from '../alarms/alarm-stage.ts'
import type { Observer } from '../ports.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

/** An order that fills lot by lot makes one alarm a minute, not one a lot. */
const GROWTH_INTERVAL_MS = MINUTE_MS

/**
 * Raises each alarm once a day, trade and short code: as a journal row, a notification to the user and a call of the observer.
 * Of an alarm that grows, once for each stage: for each of the orders that it names, for each number of units. Of one whose
 * units may go on growing, once for each number that is above all before, at most once a minute.
 */
export class Alarms {
  readonly #observer: Observer
  /** Those of one day: what was reported on an earlier one is never asked about again. */
  readonly #raised = new Set<string>()
  /** Of alarms whose units may go on growing: how many were reported last, and when. */
  readonly #reported = new Map<string, { readonly units: number; readonly at: EpochMs }>()
  #on: string | undefined

  constructor(observer: Observer) {
    this.#observer = observer
  }

  /**
   * Never throws: the turn that raises an alarm also protects the position. An alarm with a parameter that is not finite, which
   * neither journal nor notification could hold, is raised under its short code without its figures. Returns when to raise it
   * again: its units have grown, less than a minute after the last time.
   */
  raise(
    unitOfWork: AccountUnitOfWork,
    alarm: RaisedAlarm,
    trade: Trade | undefined,
    now: EpochMs,
  ): EpochMs | undefined {
    const code = reasonOf(alarm.code)
    const fault = faultOf(alarm.code, alarm)
    const message = fault === undefined ? alarm : withoutFigures(code, trade, fault)
    const stage = fault === undefined ? stageOf(alarm) : 'figure_unknown'
    this.#startDay(unitOfWork.state.on)
    const subject = `${unitOfWork.state.on}/${code}/${trade?.id ?? ''}`
    const key = stage === undefined ? subject : `${subject}/${stage}`
    if (this.#raised.has(key)) return undefined
    const growing = growingUnitsOf(message)
    if (growing !== undefined) {
      const last = this.#reported.get(subject)
      if (last !== undefined && growing <= last.units) return undefined
      const nextAt = (last === undefined ? now : last.at + GROWTH_INTERVAL_MS) as EpochMs
      if (now < nextAt) return nextAt
      this.#reported.set(subject, { units: growing, at: now })
    }
    this.#raised.add(key)
    unitOfWork.put({ type: 'alarm', code, tradeId: trade?.id ?? null, message })
    unitOfWork.notify({
      userId: unitOfWork.userId,
      kind: 'alarm',
      key: `alarm/${unitOfWork.account}/${key}`,
      at: now,
      symbol: trade?.contract.symbol ?? null,
      message,
    })
    this.#observer.alarm(unitOfWork.account, message)
    return undefined
  }

  #startDay(on: string): void {
    if (on === this.#on) return
    this.#on = on
    this.#raised.clear()
    this.#reported.clear()
  }
}

function withoutFigures(alarm: AlarmName, trade: Trade | undefined, fault: string): Alarm {
  if (trade === undefined) return { code: 'alarm.figure_unknown', alarm, fault }
  return { code: 'alarm.figure_unknown.contract', alarm, contract: trade.contract.tradingsymbol, fault }
}

/** The first number in `value` that is not finite, with its path; undefined where all are. */
function faultOf(name: string, value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${name} is ${value}`
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultOf(`${name}.${key}`, inner)
    if (fault !== undefined) return fault
  }
  return undefined
}
