// @invariant I13
import { isDeepStrictEqual } from 'node:util'
import type { Message } from '@strikewise/messages/message.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { join, split } from '@strikewise/messages/split.ts'
import { notificationsOf } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * I13: what the core stores and notifies of can be shown: each message is read back from the store's form as it was
 * written, and each alarm and notification has a text in every language. For the end of the day.
 */
export function checkMessagesShown({ observations, findings }: CheckerContext): void {
  const report = (account: string, message: Message) =>
    findings.add('I13', account, `shown ${message.code}`, `${JSON.stringify(message)} cannot be shown`)
  for (const { userId, message } of notificationsOf(observations)) if (!hasTexts(message)) report(userId, message)
  for (const account of observations.accounts)
    for (const { change } of observations.store.account(account).journal)
      if (change.type === 'alarm' && !hasTexts(change.message)) report(account, change.message)
      else if (change.type === 'refusal' && !isReadBack(change.refusal.message)) report(account, change.refusal.message)
}

function isReadBack(message: Message): boolean {
  return isDeepStrictEqual(join(split(message)), message)
}

function hasTexts(message: Message): boolean {
  if (!isReadBack(message)) return false
  return LANGUAGES.every((language) => !/undefined|NaN/.test(rendererOf(language).text(message)))
}
