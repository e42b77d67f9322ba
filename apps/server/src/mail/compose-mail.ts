import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../store/database.ts'
import { MAIL_STYLE, mailPage } from './mail-page.ts'

/** A mail as the outbox takes it; `html` is the same for programs that show it. Rendered: it is what was sent. */
export type MailMessage = Pick<Insertable<Database['outbox']>, 'recipient' | 'subject' | 'body' | 'html' | 'language'>

export interface MailRecipient {
  readonly email: string
  /** Empty, or left out: greeted without a name. */
  readonly name?: string
  /** Of the account; null: not chosen yet, which is English. */
  readonly language: Language | null
}

/** An address of the product: a paragraph that can be pressed. */
interface MailLink {
  readonly href: string
}

export interface MailContent {
  readonly subject: Message
  /** A text stands as a person wrote it, without links. A list is one paragraph, a line each. */
  readonly paragraphs: readonly (Message | string | MailLink | readonly Message[])[]
  readonly signature?: Message
}

/** Signs what has no signature of its own; an HTML mail has it in its head. */
const NAME = 'Strikewise'

/** A mail in the recipient's language: greeting, paragraphs, signature. */
export function composeMail({ email, name = '', language }: MailRecipient, content: MailContent): MailMessage {
  const { text, language: used } = rendererOf(language ?? 'en')
  const greeting = text(name === '' ? { code: 'mail.greeting.nameless' } : { code: 'mail.greeting', name })
  const paragraphs = content.paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return { text: paragraph }
    if ('href' in paragraph) return { text: paragraph.href, isLink: true }
    return { text: [paragraph].flat().map(text).join('\n') }
  })
  const subject = text(content.subject)
  const parts = [{ text: greeting }, ...paragraphs]
  const signature = content.signature === undefined ? undefined : { text: text(content.signature) }
  return {
    recipient: email,
    subject,
    body: [...parts, signature ?? { text: NAME }].map((part) => part.text).join('\n\n'),
    html: mailPage({
      language: used,
      title: subject,
      content: [...parts, ...(signature === undefined ? [] : [signature])].map(paragraphHtml).join('\n'),
    }),
    language: used,
  }
}

function paragraphHtml({ text, isLink = false }: { text: string; isLink?: boolean }): string {
  const shown = escapeHtml(text)
  const content = isLink ? `<a href="${shown}" ${MAIL_STYLE.link}>${shown}</a>` : shown.replaceAll('\n', '<br>')
  return `<p ${MAIL_STYLE.text}>${content}</p>`
}
