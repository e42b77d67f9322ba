import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { confirmedSells, unconfirmedUnits } from '../trade/protection.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

/**
 * Alarms the user for each position held while the broker does not accept our login: until the next login no order can be
 * placed, changed or cancelled. The text depends on what the broker confirmed for that position. Units without a confirmed
 * order are a stage of their own, so that they are reported also where an alarm about the login came before.
 */
export function alarmDeadLogin(unitOfWork: AccountUnitOfWork, alarms: Alarms, now: EpochMs): void {
  for (const trade of unitOfWork.state.held()) {
    const view = unitOfWork.state.view(trade.id)
    const { tradingsymbol } = trade.contract
    const units = unconfirmedUnits(view)
    if (units > 0) {
      const text = `The broker does not accept our login any more, and ${units} units of ${tradingsymbol} have no stop-loss order that it confirmed. Log in again at once. Or check your orders in Kite, and place one there if none is active.`
      alarms.raise(unitOfWork, 'token_dead', trade, text, now, String(units))
    } else if (view.open > 0) {
      const isStop = confirmedSells(view).every(({ kind }) => kind === 'SL')
      const text = isStop
        ? `The broker does not accept our login any more while ${tradingsymbol} is held: log in again. Until then its stop-loss order stays active at the exchange and nothing else can be done.`
        : `The broker does not accept our login any more while ${tradingsymbol} is being sold: log in again. Until then the exit order stays at the exchange as it is.`
      alarms.raise(unitOfWork, 'token_dead', trade, text, now)
    }
  }
}
