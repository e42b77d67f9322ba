import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { confirmedSells, unconfirmedUnits } from '../trade/protection.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

/**
 * Alarms the user for each position held while the broker does not accept our login: until the next login no order can be
 * placed, changed or cancelled. The text depends on what the broker confirmed for that position. Units without a confirmed
 * order are a stage of their own, so that they are reported also where an alarm about the login came before.
 */
export function alarmExpiredLogin(unitOfWork: AccountUnitOfWork, alarms: Alarms, now: EpochMs): void {
  for (const trade of unitOfWork.state.held()) {
    const view = unitOfWork.state.view(trade.id)
    const contract = contractRef(trade.contract)
    const units = unconfirmedUnits(view)
    if (units > 0) {
      const alarm = {
        code: 'alarm.token_expired.unprotected',
        contract,
        units,
        portal: unitOfWork.broker.names.portal,
      } as const
      alarms.raise(unitOfWork, alarm, trade, now)
    } else if (view.open > 0) {
      const isStop = confirmedSells(view).every(({ kind }) => kind === 'SL')
      const code = isStop ? 'alarm.token_expired' : 'alarm.token_expired.exiting'
      alarms.raise(unitOfWork, { code, contract }, trade, now)
    }
  }
}
