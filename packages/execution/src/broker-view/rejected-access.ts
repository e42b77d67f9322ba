import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alarms } from '../persist/alarms.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

/** Alarms of an exit or stop that the broker refused because it refuses us altogether: only a person can mend that. */
export function alarmRejectedAccess(
  unitOfWork: AccountUnitOfWork,
  alarms: Alarms,
  intentId: string,
  { code, text }: { code: string; text: string },
  now: EpochMs,
): void {
  const intent = unitOfWork.state.intent(intentId)
  const isAccess = code === 'token_expired' || code === 'not_permitted'
  if (intent === undefined || intent.kind === 'enter' || !isAccess) return
  const alarm = {
    code: code === 'token_expired' ? 'alarm.token_expired.order' : 'alarm.not_permitted',
    reason: text,
  } as const
  alarms.raise(unitOfWork, alarm, unitOfWork.state.trade(intent.tradeId), now)
}
