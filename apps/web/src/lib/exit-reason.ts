import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  stop: msg`Stop-loss`,
  stop_through: msg`Gapped through stop`,
  stop_refused: msg`Stop rejected`,
  target: msg`Target`,
  time: msg`Time limit`,
  score: msg`Signal reversed`,
  spike: msg`Index jump`,
  square_off: msg`Square-off`,
  day_cap: msg`Daily loss limit`,
  by_hand: msg`Manual exit`,
  short_covered: msg`Short covered`,
}

/** Why a trade ended, in the words of the guide. A reason this page does not know is shown as it came. */
export function exitReasonText(i18n: I18n, reason: string): string {
  const known = REASONS[reason]
  return known === undefined ? reason.replaceAll('_', ' ') : i18n._(known)
}
