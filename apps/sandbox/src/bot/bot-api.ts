import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import type { Bot, BotState } from './bot-state.ts'
import { textOfHtml } from './message-html.ts'

const MAX_TEXT = 4096
const MAX_POLL_S = 50

const chatId = z.coerce.number().int()
const text = z.string().min(1).max(MAX_TEXT)
/** Fields that are objects arrive as JSON text when the call is a form. */
const jsonField = z.preprocess((value) => (typeof value === 'string' ? parseJson(value || '{}') : value), z.unknown())

const sendMessage = z.object({
  chat_id: chatId,
  text,
  parse_mode: z.enum(['HTML']).optional(),
  reply_markup: jsonField.optional(),
})
const editMessageText = sendMessage.extend({ message_id: z.coerce.number().int() })
const answerCallbackQuery = z.object({ callback_query_id: z.string(), text: z.string().max(200).default('') })
/** Two letters (ISO 639-1), or nothing for every language without a menu of its own. */
const menuLanguage = z
  .string()
  .regex(/^([a-z]{2})?$/)
  .default('')
const setMyCommands = z.object({
  commands: z.preprocess(
    (value) => (typeof value === 'string' ? parseJson(value || '{}') : value),
    z.array(z.object({ command: z.string().min(1).max(32), description: z.string().min(1).max(256) })).max(100),
  ),
  language_code: menuLanguage,
})
const getMyCommands = z.object({ language_code: menuLanguage })
const getUpdates = z.object({
  offset: z.coerce.number().int().default(0),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  timeout: z.coerce.number().int().min(0).max(MAX_POLL_S).default(0),
})

type Code = 400 | 403 | 404 | 409 | 429 | 502

class BotApiError extends Error {
  readonly code: Code
  readonly retryAfterS: number | undefined
  constructor(code: Code, description: string, retryAfterS?: number) {
    super(description)
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/**
 * What goes wrong: while `retryAfterS` gives a number, calls are refused with 429 with a request to wait that many seconds;
 * `sending` is asked once a message whether it fails, or is delivered and never answered.
 */
export interface BotFaults {
  retryAfterS(): number | undefined
  sending(): 'error' | 'silent' | undefined
}

/** The part of the Telegram Bot API the product calls, at `/bot<token>/<method>`, as the real service answers it. */
export function botApi(state: BotState, faults: BotFaults): Hono {
  const app = new Hono()
  app.all('/:bot{bot[0-9]+:[A-Za-z0-9_-]+}/:method', async (c) => {
    try {
      const bot = state.bot(c.req.param('bot').slice('bot'.length))
      const method = c.req.param('method').toLowerCase()
      const wait = faults.retryAfterS()
      if (wait !== undefined && method !== 'getupdates')
        throw new BotApiError(429, `Too Many Requests: retry after ${wait}`, wait)
      const fails = method === 'sendmessage' ? faults.sending() : undefined
      if (fails === 'error') throw new BotApiError(502, 'Bad Gateway')
      const result = await answer(state, bot, method, c)
      if (fails === 'silent') await hungUp(c.req.raw.signal)
      return c.json({ ok: true, result })
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error
      const parameters = error.retryAfterS === undefined ? {} : { parameters: { retry_after: error.retryAfterS } }
      return c.json({ ok: false, error_code: error.code, description: error.message, ...parameters }, error.code)
    }
  })
  app.all('*', (c) => c.json({ ok: false, error_code: 404, description: 'Not Found' }, 404))
  return app
}

async function answer(state: BotState, bot: Bot, method: string, c: Context): Promise<unknown> {
  const input = await fieldsOf(c)
  switch (method) {
    case 'getme':
      return { ...bot.me, can_join_groups: false, can_read_all_group_messages: false, supports_inline_queries: false }
    case 'sendmessage': {
      const parameters = checked(sendMessage, input)
      reachable(state, parameters.chat_id)
      return state.botMessage(bot, parameters.chat_id, shownText(parameters), parameters.reply_markup)
    }
    case 'editmessagetext': {
      const parameters = checked(editMessageText, input)
      const message = state.message(parameters.chat_id, parameters.message_id)
      if (message === undefined || message.from.id !== bot.me.id)
        throw new BotApiError(400, 'Bad Request: message to edit not found')
      const shown = shownText(parameters)
      if (message.text === shown) throw new BotApiError(400, 'Bad Request: message is not modified')
      message.text = shown
      message.edit_date = Math.floor(Date.now() / 1000)
      if (parameters.reply_markup === undefined) delete message.reply_markup
      else message.reply_markup = parameters.reply_markup
      state.edited(message)
      return message
    }
    case 'answercallbackquery': {
      const parameters = checked(answerCallbackQuery, input)
      state.callbackAnswers = [
        ...state.callbackAnswers.slice(-99),
        { id: parameters.callback_query_id, text: parameters.text },
      ]
      return true
    }
    case 'getupdates': {
      const parameters = checked(getUpdates, input)
      const updates = await bot.updates(
        parameters.offset,
        parameters.limit,
        parameters.timeout * 1000,
        c.req.raw.signal,
      )
      if (updates === undefined)
        throw new BotApiError(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        )
      return updates
    }
    case 'setmycommands': {
      const { language_code, commands } = checked(setMyCommands, input)
      bot.setCommands(language_code, commands)
      return true
    }
    case 'getmycommands':
      return bot.commands(checked(getMyCommands, input).language_code)
    // Clients drop a web hook before they poll; here there is never one.
    case 'deletewebhook':
      return true
    case 'getwebhookinfo':
      return { url: '', has_custom_certificate: false, pending_update_count: 0 }
    default:
      throw new BotApiError(404, 'Not Found: method not found')
  }
}

/** What the person reads of a message. */
function shownText({ text, parse_mode }: z.infer<typeof sendMessage>): string {
  if (parse_mode === undefined) return text
  const read = textOfHtml(text)
  if ('problem' in read) throw new BotApiError(400, `Bad Request: ${read.problem}`)
  return read.text
}

/** Resolves when the caller aborts. */
function hungUp(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function reachable(state: BotState, id: number): void {
  const chat = state.chat(id)
  // A bot cannot write first: the person has to open the chat.
  if (chat === undefined) throw new BotApiError(400, 'Bad Request: chat not found')
  if (chat.blocked) throw new BotApiError(403, 'Forbidden: bot was blocked by the user')
}

async function fieldsOf(c: Context): Promise<Record<string, unknown>> {
  const query = c.req.query()
  if (c.req.method === 'GET') return query
  if (c.req.header('content-type')?.includes('application/json')) {
    const body = parseJson((await c.req.text()) || '{}')
    if (typeof body !== 'object' || body === null) throw new BotApiError(400, "Bad Request: can't parse JSON object")
    return { ...query, ...body }
  }
  return { ...query, ...(await c.req.parseBody()) }
}

function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new BotApiError(400, `Bad Request: ${issue?.path.join('.') ?? ''} is invalid: ${issue?.message ?? ''}`)
}
