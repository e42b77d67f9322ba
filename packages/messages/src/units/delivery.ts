import type { NotSent } from '../families/delivery.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `not_sent`. */
export const deliveryUnits: UnitsOf<NotSent> = {
  'not_sent.not_in_plan': {},
  'not_sent.switched_off': {},
  'not_sent.not_linked': {},
  'not_sent.chat_waiting': {},
  'not_sent.chat_unreachable': {},
  'not_sent.no_device': {},
  'not_sent.quiet_hours': {},
  'not_sent.mail_failed': {},
}
