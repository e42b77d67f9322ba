import type { Language } from '@strikewise/domain/text/language.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../store/database.ts'

/** A mail as the outbox takes it; with `html`, the same for programs that show it. Rendered: it is what was sent. */
export type MailMessage = Pick<Insertable<Database['outbox']>, 'recipient' | 'subject' | 'body' | 'html' | 'language'>

export interface MailRecipient {
  readonly email: string
  /** Empty, or left out: greeted without a name. */
  readonly name?: string
  /** Of the account; null: not chosen yet, which is English. */
  readonly language: Language | null
}

export interface MailContent {
  readonly subject: Message
  /** A text stands as it is: an address, or what a person wrote. A list is one paragraph, a line each. */
  readonly paragraphs: readonly (Message | string | readonly Message[])[]
  readonly signature?: Message
}

/** A mail in the recipient's language: greeting, paragraphs, signature. */
export function composeMail({ email, name = '', language }: MailRecipient, content: MailContent): MailMessage {
  const { text, language: used } = rendererOf(language ?? 'en')
  const greeting = text(name === '' ? { code: 'mail.greeting.nameless' } : { code: 'mail.greeting', name })
  const paragraphs = content.paragraphs.map((paragraph) =>
    typeof paragraph === 'string' ? paragraph : [paragraph].flat().map(text).join('\n'),
  )
  const signature = content.signature === undefined ? 'Strikewise' : text(content.signature)
  return {
    recipient: email,
    subject: text(content.subject),
    body: [greeting, ...paragraphs, signature].join('\n\n'),
    language: used,
  }
}
