import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { contractHistoryDays, contractHistoryMinutes } from '../../snapshots/contract-history.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'contractHistory' | 'contractHistoryMinutes'

/** The present session is in neither: it has its own call, and the delay of its plan. */
export function contractHistoryHandlers({ clock, contractHistories }: WebDependencies): Handlers<Names> {
  const today = () => istDateAt(clock.now())
  return {
    contractHistory({ query: terms }) {
      const days = contractHistories.days(terms)?.filter(({ day }) => day < today())
      return { ...terms, days: days === undefined ? null : contractHistoryDays(days, nseCalendar) }
    },

    contractHistoryMinutes({ query: { date, ...terms } }) {
      if (date >= today()) return { ...terms, date, minutes: [] }
      const minutes = contractHistories.minutes(terms, date)
      return { ...terms, date, minutes: minutes === undefined ? null : contractHistoryMinutes(minutes) }
    },
  }
}
