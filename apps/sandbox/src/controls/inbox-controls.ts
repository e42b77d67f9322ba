import * as z from 'zod'
import type { BotState } from '../bot/bot-state.ts'
import type { MailCatcher } from '../mail/mail-catcher.ts'
import type { OidcUsers } from '../oidc/oidc-users.ts'
import { bodyOf, ControlError, notFound, type Control } from './control.ts'

const chatId = z.int()
const languageCode = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]+)*$/)
const sent = z.strictObject({
  chat_id: chatId,
  text: z.string().min(1).max(4096),
  language_code: languageCode.optional(),
})
const pressed = z.strictObject({ chat_id: chatId, message_id: z.int(), data: z.string().min(1).max(64) })
const chatSettings = z.strictObject({ blocked: z.boolean() })

/** Controls of what people outside see: mails, chats, who signed in at the identity provider. */
export function inboxControls(mail: MailCatcher, bots: BotState, oidcUsers: OidcUsers): Control[] {
  const delivered = (bots: number) => {
    // A bot is known from its first call; before that a user's message to it would never be read.
    if (bots === 0)
      throw new ControlError(
        409,
        'no_bot',
        'No bot has called the Bot API yet: start the product with a bot token first.',
      )
    return { ok: true, bots }
  }
  return [
    {
      method: 'GET',
      path: '/mails',
      text: 'The mails caught, newest first; ?to= for one recipient.',
      answer: (c) => mail.mails(c.req.query('to')),
    },
    {
      method: 'GET',
      path: '/mails/:id',
      text: 'One mail.',
      answer: (c) => {
        const found = mail.mail(Number(c.req.param('id')))
        if (found === undefined) throw notFound(`Mail ${c.req.param('id')}`)
        return found
      },
    },
    { method: 'DELETE', path: '/mails', text: 'Forgets every mail.', answer: () => mail.clear() },
    {
      method: 'GET',
      path: '/bot/messages',
      text: 'Messages of all chats, newest first; ?chat_id= for one.',
      answer: (c) => {
        const chat = c.req.query('chat_id')
        return bots.messages(chat === undefined ? undefined : Number(chat))
      },
    },
    {
      method: 'POST',
      path: '/bot/messages',
      text: 'A person writes to the bot: { "chat_id": 1001, "text": "/start" }. The first message opens the chat; "language_code" is the language of the person.',
      answer: async (c) => {
        const { chat_id, text, language_code } = await bodyOf(c, sent)
        return delivered(bots.userMessage(chat_id, text, language_code))
      },
    },
    {
      method: 'POST',
      path: '/bot/presses',
      text: 'A person presses a button under a message: { "chat_id", "message_id", "data" }.',
      answer: async (c) => {
        const { chat_id, message_id, data } = await bodyOf(c, pressed)
        const message = bots.message(chat_id, message_id)
        if (message === undefined) throw notFound(`Message ${message_id} of chat ${chat_id}`)
        return delivered(bots.userPressesButton(message, data))
      },
    },
    {
      method: 'PUT',
      path: '/bot/chats/:id',
      text: 'A person blocks the bot or lets it back in: { "blocked": true }.',
      answer: async (c) => {
        const id = Number(c.req.param('id'))
        if (bots.chat(id) === undefined) throw notFound(`Chat ${c.req.param('id')}`)
        bots.setBlocked(id, (await bodyOf(c, chatSettings)).blocked)
        return { ok: true }
      },
    },
    {
      method: 'GET',
      path: '/people',
      text: 'Who has signed in at the identity provider.',
      answer: () => oidcUsers.all(),
    },
  ]
}
