import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Weekday } from '@strikewise/domain/trading/entry-hours.ts'

/** From Monday, as the week is shown. */
export const WEEKDAY_NAMES: Readonly<Record<Weekday, MessageDescriptor>> = {
  mon: msg`Mon`,
  tue: msg`Tue`,
  wed: msg`Wed`,
  thu: msg`Thu`,
  fri: msg`Fri`,
  sat: msg`Sat`,
  sun: msg`Sun`,
}
