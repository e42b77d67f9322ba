import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { Hono } from 'hono'
import * as z from 'zod'
import { cardPage } from '../http/html.ts'
import type { BotMessage, BotState } from './bot-state.ts'

const DEFAULT_CHAT = '1001'
const SHOWN = 20

const chat = z.coerce.number().int()
const start = z.object({ chat, start: z.string().max(64).default('') })
const sent = z.object({ chat, text: z.string().min(1).max(4096) })
const pressed = z.object({ chat, message: z.coerce.number().int(), data: z.string().min(1).max(64) })
const keyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))),
})

/** What a `t.me` link opens: a bot's chat, as a page. A link's `start` goes to the bot when the person presses Start. */
export function chatPage(state: BotState): Hono {
  const app = new Hono()
  app.get('/:bot', (c) => {
    const bot = c.req.param('bot')
    const id = chat.safeParse(c.req.query('chat')).data
    if (id === undefined) return c.html(startPage(bot, c.req.query('start') ?? ''))
    return c.html(messagesPage(bot, id, state.messages(id).slice(0, SHOWN)))
  })
  app.post('/:bot/:act', async (c) => {
    const form = await c.req.parseBody()
    const act = c.req.param('act')
    const request =
      act === 'start'
        ? start.parse(form)
        : act === 'say'
          ? sent.parse(form)
          : act === 'press'
            ? pressed.parse(form)
            : undefined
    if (request === undefined) return c.notFound()
    if ('start' in request) state.userMessage(request.chat, request.start === '' ? '/start' : `/start ${request.start}`)
    else if ('text' in request) state.userMessage(request.chat, request.text)
    else {
      const message = state.message(request.chat, request.message)
      if (message !== undefined) state.userPressesButton(message, request.data)
    }
    return c.redirect(`/t.me/${encodeURIComponent(c.req.param('bot'))}?chat=${request.chat}`, 303)
  })
  return app
}

function startPage(bot: string, code: string): string {
  const name = escapeHtml(bot)
  return cardPage(
    bot,
    `<h1>${name}</h1><p>A chat of the sandbox. Choose whose it is, and start the bot.</p>
<form method="post" action="/t.me/${encodeURIComponent(bot)}/start">
<label>Chat ID<input name="chat" value="${DEFAULT_CHAT}" inputmode="numeric" required></label>
<input type="hidden" name="start" value="${escapeHtml(code)}">
<button>Start</button></form>`,
  )
}

function messagesPage(bot: string, id: number, newestFirst: readonly BotMessage[]): string {
  const at = `/t.me/${encodeURIComponent(bot)}`
  const hidden = `<input type="hidden" name="chat" value="${id}">`
  const buttons = (message: BotMessage) =>
    (keyboard.safeParse(message.reply_markup).data?.inline_keyboard ?? [])
      .flat()
      .map(
        ({ text, callback_data }) =>
          `<form method="post" action="${at}/press">${hidden}<input type="hidden" name="message" value="${message.message_id}">` +
          `<input type="hidden" name="data" value="${escapeHtml(callback_data)}"><button>${escapeHtml(text)}</button></form>`,
      )
      .join('')
  const shown = newestFirst
    .map(
      (message) =>
        `<article><p><strong>${message.from.is_bot ? escapeHtml(bot) : 'You'}</strong><br>` +
        `${escapeHtml(message.text).replaceAll('\n', '<br>')}</p>${buttons(message)}</article>`,
    )
    .join('')
  return cardPage(
    bot,
    `<h1>${escapeHtml(bot)}</h1><p>Chat ${id}, newest first. <a href="${at}?chat=${id}">Refresh</a></p>
<form method="post" action="${at}/say">${hidden}<label>Message<input name="text" autocomplete="off" required></label><button>Send</button></form>
${shown}`,
  )
}
