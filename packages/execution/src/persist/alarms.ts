import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alarm, AlarmName, RaisedAlarm } from '../alarms/alarm.ts'
import { stageOf } from '../alarms/alarm-stage.ts'
import type { Observer } from '../ports.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

/**
 * Raises each alarm once a day, trade and short code: as a journal row, a notification to the user and a call of the observer.
 * Of an alarm that grows, once for each stage: for each of the orders that it names, for each number of units.
 */
export class Alarms {
  readonly #observer: Observer
  /** Those of one day: what was reported on an earlier one is never asked about again. */
  readonly #raised = new Set<string>()
  #on: string | undefined

  constructor(observer: Observer) {
    this.#observer = observer
  }

  /**
   * Never throws: the turn that raises an alarm also protects the position. An alarm with a parameter that is not finite, which
   * neither journal nor notification could hold, is raised under its short code without its figures.
   */
  raise(unitOfWork: AccountUnitOfWork, alarm: RaisedAlarm, trade: Trade | undefined, now: EpochMs): void {
    const code = reasonOf(alarm.code)
    const fault = faultOf(alarm.code, alarm)
    const message = fault === undefined ? alarm : withoutFigures(code, trade, fault)
    const stage = fault === undefined ? stageOf(alarm) : 'figure_unknown'
    if (unitOfWork.state.on !== this.#on) this.#raised.clear()
    this.#on = unitOfWork.state.on
    const suffix = stage === undefined ? '' : `/${stage}`
    const key = `${unitOfWork.state.on}/${code}/${trade?.id ?? ''}${suffix}`
    if (this.#raised.has(key)) return
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
