/* oxlint-disable language/names -- the names of fields as older versions stored them */
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Change, EntryRefusal } from './account-changes.ts'
import type { Intent } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import type { Notification } from './notification.ts'

/** A refusal as versions wrote it whose texts were finished sentences. */
interface OlderRefusal extends Omit<EntryRefusal, 'message'> {
  readonly text: string
}

/** An alarm as those versions wrote it. */
interface OlderAlarm extends Omit<Extract<Change, { type: 'alarm' }>, 'message'> {
  readonly text: string
}

/** Names of exit reasons, alarms and rejections before they were the field's terms. */
const VALUES: Readonly<Record<string, string>> = {
  by_hand: 'manual',
  short_by_hand: 'manual_short',
  spool_outdated: 'offline_journal_outdated',
  spool_damaged: 'offline_journal_damaged',
  token_dead: 'token_expired',
}

/** An alarm, or the notice of a closed trade, whose codes and parameters may have their names from then. */
interface OlderMessage {
  readonly code: string
  readonly byHand?: number
  readonly alarm?: string
  readonly reason?: string
}

/** A trade with the names of its fields from then. */
interface OlderTrade extends Omit<Trade, 'manualExitQuantity' | 'entrySettings'> {
  readonly soldByHand: Trade['manualExitQuantity']
  readonly frozen: Trade['entrySettings']
}

interface OlderFill extends Omit<Fill, 'isManual'> {
  readonly byHand: boolean
}

/**
 * A change as an offline journal holds it, which an older version may have written: its sentences become messages, and its
 * fields have their current names.
 */
export function currentChange(change: Change | OlderAlarm): Change {
  if (change.type === 'trade') return { ...change, trade: currentTrade(change.trade) }
  if (change.type === 'intent') return { ...change, intent: currentIntent(change.intent) }
  if (change.type === 'fill' && 'byHand' in change.fill) {
    const { byHand, ...fill } = change.fill as unknown as OlderFill
    return { ...change, fill: { ...fill, isManual: byHand } }
  }
  if (change.type === 'alarm') {
    const code = currentValue(change.code)
    if ('message' in change) return { ...change, code, message: currentMessage(change.message) }
    const { text, ...alarm } = change
    return { ...alarm, code, message: legacyText(text) }
  }
  if (change.type !== 'refusal' || 'message' in change.refusal) return change
  const { text, ...refusal } = change.refusal as OlderRefusal
  return { type: 'refusal', refusal: { ...refusal, message: legacyText(text) } }
}

function currentTrade(stored: Trade | OlderTrade): Trade {
  const trade = { ...stored, ...('exitReason' in stored ? { exitReason: currentValue(stored.exitReason) } : {}) }
  if (!('soldByHand' in trade)) return trade as Trade
  const { soldByHand, frozen, ...same } = trade
  return { ...same, manualExitQuantity: soldByHand, entrySettings: frozen } as Trade
}

function currentIntent(intent: Intent): Intent {
  const { outcome } = intent
  if (outcome.state !== 'refused') return intent
  return { ...intent, outcome: { ...outcome, code: currentValue(outcome.code) as BrokerRejectionCode } }
}

function currentMessage<M extends { readonly code: string }>(message: M): M {
  const { byHand, ...same }: OlderMessage = message
  return {
    ...same,
    code: same.code.split('.').map(currentValue).join('.'),
    ...(byHand === undefined ? {} : { manualUnits: byHand }),
    ...(same.alarm === undefined ? {} : { alarm: currentValue(same.alarm) }),
    ...(same.reason === undefined
      ? {}
      : { reason: same.code === 'notice.trade_closed' ? currentValue(same.reason) : same.reason }),
  } as unknown as M
}

function currentValue(name: string): string {
  return VALUES[name] ?? name
}

/** A notification as versions wrote it whose texts were finished sentences. */
interface OlderNotification extends Omit<Notification, 'message'> {
  readonly text: string
}

/** A notification as an offline journal holds it. */
export function currentNotification(notification: Notification | OlderNotification): Notification {
  // An event is notified once: a later one is compared with the key.
  const key = notification.key.split('/').map(currentValue).join('/')
  if ('message' in notification) return { ...notification, key, message: currentMessage(notification.message) }
  const { text, ...stored } = notification
  return { ...stored, key, message: legacyText(text) }
}
