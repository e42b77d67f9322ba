import { isLanguage, type Language } from '@strikewise/domain/text/language.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { InlineKeyboard, type Context } from 'grammy'
import type { Pairing } from './pairing.ts'

/** One message a line; undefined: an empty line. */
export type ReplyLines = readonly (ChatReply | undefined)[]

/**
 * The language of a chat: that of the account it is paired with, English while the account has not chosen one. An unpaired
 * chat is answered in the language of the person's Telegram, as far as we have it.
 */
export function chatLanguage(context: Context, pairing: Pairing | undefined): Language {
  if (pairing !== undefined) return pairing.language ?? 'en'
  const language = context.from?.language_code?.split('-')[0]
  return isLanguage(language) ? language : 'en'
}

export function replyText(lines: ReplyLines, language: Language): string {
  const { text } = rendererOf(language)
  return lines.map((line) => (line === undefined ? '' : text(line))).join('\n')
}

/** The button that confirms a question, and the one that cancels it. */
export function confirmButtons(nonce: string, yes: ChatReply, language: Language): InlineKeyboard {
  const { text } = rendererOf(language)
  return new InlineKeyboard().text(text(yes), `yes:${nonce}`).text(text({ code: 'chat.cancel' }), `no:${nonce}`)
}
