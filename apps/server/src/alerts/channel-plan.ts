// @invariant quiet-hours-pass What asks its user to act is sent in quiet hours too.
import {
  ALERT_CHANNELS,
  ALERT_RULES,
  freshMsOf,
  hasChannel,
  passesQuietHours,
  type AlertChannel,
  type AlertKind,
  type ChannelRule,
} from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { can } from '@strikewise/plans/entitlements.ts'
import type { NotSentReason, NotSentReasons } from '../store/tables/alert-tables.ts'
import type { ChatState, Recipient } from './recipients.ts'

/** What is known of an alert before it is sent. */
export interface PlannedAlert {
  readonly kind: AlertKind
  readonly at: EpochMs
  /** The one channel it takes; undefined: each that its kind has. */
  readonly channel?: AlertChannel
}

/** What becomes of an alert on one channel; `heldUntil`: the end of its user's quiet hours, null: sent now. */
export type ChannelPlan =
  | { readonly type: 'send'; readonly heldUntil: EpochMs | null }
  | { readonly type: 'not_sent'; readonly reason: NotSentReason }

const CHAT_REASONS: Readonly<Record<Exclude<ChatState, 'ready'>, NotSentReason>> = {
  none: 'not_linked',
  waiting: 'chat_waiting',
  unreachable: 'chat_unreachable',
}

/**
 * What becomes of an alert on `channel`; undefined: alerts of its kind do not take it. In quiet hours it is held until they end,
 * or dropped where it would be out of date by then; what asks its user to act is sent at once.
 */
export function channelPlan(
  to: Recipient,
  alert: PlannedAlert,
  channel: AlertChannel,
  now: EpochMs,
): ChannelPlan | undefined {
  const { kind } = alert
  if (alert.channel !== undefined && alert.channel !== channel) return undefined
  const rule: ChannelRule = ALERT_RULES[kind][channel]
  if (rule === 'never') return undefined
  const reason = obstacleOf(to, kind, channel, now)
  if (reason !== undefined) return { type: 'not_sent', reason }
  if (to.quietUntil === undefined || passesQuietHours(kind)) return { type: 'send', heldUntil: null }
  // A mail says when it was written: it is never too old.
  const isInTime = channel === 'mail' || alert.at + freshMsOf(kind, channel) > to.quietUntil
  return isInTime ? { type: 'send', heldUntil: to.quietUntil } : { type: 'not_sent', reason: 'quiet_hours' }
}

/** The channels on which an alert is not sent, with the reason. */
export function notSentOf(to: Recipient, alert: PlannedAlert, now: EpochMs): NotSentReasons {
  const reasons: { [Channel in AlertChannel]?: NotSentReason } = {}
  for (const channel of ALERT_CHANNELS) {
    const plan = channelPlan(to, alert, channel, now)
    if (plan?.type === 'not_sent') reasons[channel] = plan.reason
  }
  return reasons
}

/** Telegram is what the plan sells; mails and notifications about the account go to every user, and so does what a user tests. */
function obstacleOf(to: Recipient, kind: AlertKind, channel: AlertChannel, now: EpochMs): NotSentReason | undefined {
  const isFree = channel !== 'telegram' && ('account' in ALERT_RULES[kind] || kind === 'test')
  if (!isFree && !can(to.plan, 'receive_alerts', now)) return 'not_in_plan'
  if (!hasChannel(kind, channel, to.switches.get(`${kind}/${channel}`))) return 'switched_off'
  if (channel === 'telegram' && to.chat.state !== 'ready') return CHAT_REASONS[to.chat.state]
  if (channel === 'push' && to.devices.length === 0) return 'no_device'
  return undefined
}
