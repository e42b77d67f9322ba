import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { split, type StoredMessage } from '@strikewise/messages/split.ts'

/** The message of an alert, common to all its users. */
interface AlertContent {
  readonly kind: AlertKind
  readonly key: string
  readonly at: EpochMs
  readonly message: Message
  readonly link: string | null
  readonly thread?: string
}

/** Notices as one statement takes them: what is the same for many users is in it once. */
export interface NoticeBatch {
  /** Numbered from 0. */
  readonly contents: readonly (Omit<AlertContent, 'message'> & {
    readonly number: number
    readonly message: StoredMessage
  })[]
  /** The recipient of each notice, in the order of the alerts, and beside it the number of its content. */
  readonly userIds: readonly string[]
  readonly contentNumbers: readonly number[]
}

/** The notices of alerts, one a recipient. */
export function noticeBatch(alerts: readonly (AlertContent & { readonly userId: string })[]): NoticeBatch {
  const numbers = new Map<string, number>()
  const contents: NoticeBatch['contents'][number][] = []
  const contentNumbers = alerts.map(({ kind, key, at, message, link, thread }) => {
    const name = JSON.stringify({ kind, key, at, message, link, thread })
    const known = numbers.get(name)
    if (known !== undefined) return known
    const number = contents.length
    numbers.set(name, number)
    contents.push({ number, kind, key, at, message: split(message), link, ...(thread !== undefined && { thread }) })
    return number
  })
  return { contents, userIds: alerts.map(({ userId }) => userId), contentNumbers }
}
