import { Bot, InlineKeyboard, type Context } from 'grammy'
import { RateWindows } from '../../rate-limits/rate-windows.ts'
import type { AlertDeps } from '../run-sources.ts'
import { positionText, statusText } from './account-text.ts'
import { confirm, QUESTIONS } from './confirmations.ts'
import { markChatReachable, pairByCode, pairingOf, unconfirmedChatOf, type Pairing } from './pairing.ts'
import { createConfirmation } from './confirmation-tokens.ts'

/** What the chat's menu offers. */
export const COMMANDS = [
  { command: 'status', description: 'How your account stands' },
  { command: 'positions', description: 'Your open positions' },
  { command: 'pause', description: 'No new entries until the next trading day' },
  { command: 'stop', description: 'No new entries until you resume in the app' },
  { command: 'help', description: 'What this bot can do' },
] as const

const HELP = [
  'This bot brings your Strikewise alerts.',
  ...COMMANDS.map((one) => `/${one.command}: ${one.description}.`),
].join('\n')
const CALLS_A_MINUTE = 20

/** A press: yes or no, and the nonce of the question. */
const PRESS = /^(yes|no):([A-Za-z0-9_-]{10,60})$/

/**
 * Puts the commands on `bot`. They act for the account whose chat it is and for nobody else; whatever changes something
 * is asked back, and goes by the same functions as the app's buttons.
 */
export function handleChatUpdates(bot: Bot, deps: AlertDeps): void {
  const { db, bus, clock, logger } = deps
  const rates = new RateWindows()
  const chats = bot.chatType('private')

  chats.use(async (context, next) => {
    const chatId = String(context.chat.id)
    if (!rates.allows(chatId, CALLS_A_MINUTE)) return
    await markChatReachable(db, chatId)
    await next()
  })
  chats.command('start', (context) => start(deps, context, String(context.chat.id), context.match.trim()))
  chats.command('help', (context) => context.reply(HELP))
  chats.command('status', (context) =>
    withAccount(deps, context, async ({ userId }) => statusText(db, userId, clock.now())),
  )
  chats.command('positions', (context) =>
    withAccount(deps, context, async ({ userId }) => positionText(db, userId, clock.now())),
  )
  for (const question of ['stop', 'pause'] as const)
    chats.command(question, (context) =>
      withAccount(deps, context, async ({ userId }) => {
        const nonce = await createConfirmation(db, userId, String(context.chat.id), question)
        await context.reply(QUESTIONS[question](clock.now()), {
          reply_markup: buttons(nonce, 'Pause entries'),
        })
        return undefined
      }),
    )
  chats.on('callback_query:data', async (context) => {
    const press = PRESS.exec(context.callbackQuery.data)
    const chatId = String(context.chat.id)
    const outcome =
      press === null
        ? { text: 'This button is not known.' }
        : await confirm(db, { nonce: press[2]!, yes: press[1] === 'yes', chatId }, clock.now())
    if (outcome.changed !== undefined) {
      bus.publish(`account.${outcome.changed}`, null)
      bus.publish('outbox', null)
      logger.info({ user: outcome.changed, outcome: outcome.text }, 'answered in a chat')
    }
    await context.answerCallbackQuery({ text: outcome.text })
    await context.editMessageText(outcome.text)
  })
  chats.on('message', (context) => context.reply(`I did not understand that.\n\n${HELP}`))
}

/** `/start` with the code of a start link pairs the chat; without one it asks whoever had typed this chat's id. */
async function start(deps: AlertDeps, context: Context, chatId: string, code: string): Promise<void> {
  const { db, bus, clock, logger } = deps
  if (code !== '') {
    const paired = await pairByCode(db, code, chatId, clock.now())
    if (paired === undefined) {
      await context.reply(
        'This link was used already or is too old. Open a new one in the app, under Telegram Integration.',
      )
      return
    }
    bus.publish(`account.${paired.userId}`, null)
    bus.publish('outbox', null)
    logger.info({ user: paired.userId }, 'chat paired by a start link')
    await context.reply(`Paired with ${maskedEmail(paired.email)}: its alerts come here.\n\n${HELP}`)
    return
  }
  const known = await pairingOf(db, chatId)
  if (known !== undefined) {
    await context.reply(`Paired with ${maskedEmail(known.email)}.\n\n${HELP}`)
    return
  }
  const typed = await unconfirmedChatOf(db, chatId)
  if (typed === undefined) {
    await context.reply(
      'Several accounts have entered this chat. Open the app, go to Telegram Integration and open the start link there.',
    )
    return
  }
  for (const { userId, email } of typed) {
    const nonce = await createConfirmation(db, userId, chatId, 'pair')
    await context.reply(`Shall the alerts of ${maskedEmail(email)} come to this chat?`, {
      reply_markup: buttons(nonce, 'Yes, send them here'),
    })
  }
  if (typed.length === 0)
    await context.reply(
      `This chat is not paired. Open the app, go to Telegram Integration and open the start link there, or enter this chat ID: ${chatId}`,
    )
}

/** Answers with the words made for the account of this chat; undefined: they were sent already. */
async function withAccount(
  { db }: AlertDeps,
  context: Context & { chat: { id: number } },
  words: (pairing: Pairing) => Promise<string | undefined>,
): Promise<void> {
  const pairing = await pairingOf(db, String(context.chat.id))
  const text = pairing === undefined ? 'This chat is not paired with an account. Send /start.' : await words(pairing)
  if (text !== undefined) await context.reply(text)
}

function buttons(nonce: string, yes: string): InlineKeyboard {
  return new InlineKeyboard().text(yes, `yes:${nonce}`).text('Cancel', `no:${nonce}`)
}

/** `a•••@example.com`: enough to know one's own address by. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
