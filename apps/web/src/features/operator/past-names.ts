import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PastState } from '@strikewise/wire/time-travel.ts'

/** The status of an order, in the broker's words. */
export const PHASE_NAMES: Readonly<Record<PastState['orders'][number]['phase'], MessageDescriptor>> = {
  pending: msg`Sent`,
  armed: msg`Trigger pending`,
  open: msg`Open`,
  cancelling: msg`Cancel pending`,
  complete: msg`Complete`,
  cancelled: msg`Cancelled`,
  rejected: msg`Rejected`,
}

export const ACTION_NAMES: Readonly<Record<PastState['decisions'][number]['action'], MessageDescriptor>> = {
  none: msg`No entry`,
  buy_call: msg`Buy call`,
  buy_put: msg`Buy put`,
}

/** What a past state does not show. */
export const NOT_RECORDED_NAMES: Readonly<Record<PastState['not_recorded'][number], MessageDescriptor>> = {
  settings: msg`Trade settings and limits; a trade has those it was opened with`,
  plan: msg`Plan`,
  broker_link: msg`Broker link`,
  funds: msg`Funds`,
  notices: msg`Notices and how they were delivered`,
  prices_between_minutes: msg`Prices between recorded minutes`,
}

const LOCK_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  loss_cap: msg`Daily loss limit reached`,
  profit_lock: msg`Profit lock reached`,
  losing_streak: msg`Losing trades in a row`,
  invariant_broken: msg`Stopped by a safety check`,
}

/** Why a day was locked. A reason of a later version of the server is shown as it came. */
export function lockName(reason: string): string {
  const name = LOCK_NAMES[reason]
  return name === undefined ? reason : i18n._(name)
}
