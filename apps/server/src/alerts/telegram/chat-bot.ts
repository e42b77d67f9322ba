import type { Language } from '@strikewise/domain/text/language.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import type { Bot, Context } from 'grammy'
import { maskedEmail } from '../../identity/masked-email.ts'
import { RateWindows } from '../../rate-limits/rate-windows.ts'
import type { AlertDeps } from '../run-sources.ts'
import { positionsOf, statusOf } from './account-messages.ts'
import { HELP } from './commands.ts'
import { confirm, QUESTIONS } from './confirmations.ts'
import { answerEntry, ENTRY_ANSWER } from './entry-answers.ts'
import { CHOICE, chosenExit, exitAllQuestion, exitChoice } from './exit-commands.ts'
import { markChatReachable, pairByCode, pairingOf, unconfirmedChatOf, type Pairing } from './pairing.ts'
import { createConfirmation } from './confirmation-tokens.ts'
import { chatLanguage, confirmButtons, replyText, type ReplyLines } from './reply.ts'

const CALLS_A_MINUTE = 20

/** A press: yes or no, and the nonce of the question. */
const PRESS = /^(yes|no):([A-Za-z0-9_-]{10,60})$/

/**
 * Adds the commands to `bot`. They act for the account whose chat it is and for no other; a command that changes something
 * asks for a confirmation first and uses the same functions as the app's buttons.
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
  chats.command('help', async (context) => context.reply(replyText(HELP, await languageOf(deps, context))))
  chats.command('status', (context) =>
    withAccount(deps, context, async ({ userId }) => statusOf(db, userId, clock.now())),
  )
  chats.command('positions', (context) =>
    withAccount(deps, context, async ({ userId }) => positionsOf(db, userId, clock.now())),
  )
  for (const question of ['stop', 'pause'] as const)
    chats.command(question, (context) =>
      withAccount(deps, context, async ({ userId }, language) => {
        const nonce = await createConfirmation(db, userId, String(context.chat.id), question)
        await context.reply(replyText([QUESTIONS[question](clock.now())], language), {
          reply_markup: confirmButtons(nonce, { code: 'chat.yes_pause' }, language),
        })
        return undefined
      }),
    )
  for (const [command, question] of [
    ['exit', exitChoice],
    ['exitall', exitAllQuestion],
  ] as const)
    chats.command(command, (context) =>
      withAccount(deps, context, async ({ userId }, language) => {
        const asked = await question(deps, { userId, chatId: String(context.chat.id), language })
        await context.reply(asked.text, asked)
        return undefined
      }),
    )
  chats.callbackQuery(CHOICE, async (context) => {
    await context.answerCallbackQuery()
    await withAccount(deps, context, async ({ userId }, language) => {
      const asked = await chosenExit(deps, { userId, chatId: String(context.chat.id), language }, context.match[1]!)
      await context.editMessageText(asked.text, asked)
      return undefined
    })
  })
  chats.on('callback_query:data', async (context) => {
    const press = PRESS.exec(context.callbackQuery.data)
    const entry = ENTRY_ANSWER.exec(context.callbackQuery.data)
    const chatId = String(context.chat.id)
    const outcome =
      entry !== null
        ? await answerEntry(db, { answer: entry[1] as 'take' | 'skip', decisionId: entry[2]!, chatId }, clock.now())
        : press === null
          ? ({ reply: { code: 'chat.button_unknown' } } as const)
          : await confirm(db, { nonce: press[2]!, yes: press[1] === 'yes', chatId }, clock.now())
    if (outcome.changed !== undefined) {
      bus.publish(`account.${outcome.changed}`, null)
      bus.publish(`trades.${outcome.changed}`, null)
      bus.publish('outbox', null)
      logger.info({ user: outcome.changed, outcome: outcome.reply.code }, 'answered in a chat')
    }
    const text = replyText([outcome.reply], await languageOf(deps, context))
    await context.answerCallbackQuery({ text })
    await context.editMessageText(text)
  })
  chats.on('message', async (context) =>
    context.reply(replyText([{ code: 'chat.not_understood' }, undefined, ...HELP], await languageOf(deps, context))),
  )
}

/** `/start` with the code of a start link pairs the chat; without one it asks each account that entered this chat's id. */
async function start(deps: AlertDeps, context: Context, chatId: string, code: string): Promise<void> {
  const { db, bus, clock, logger } = deps
  const pairing = await pairingOf(db, chatId)
  if (code !== '') {
    const paired = await pairByCode(db, code, chatId, clock.now())
    if (paired === undefined) {
      await context.reply(replyText([{ code: 'chat.link_used' }], chatLanguage(context, pairing)))
      return
    }
    bus.publish(`account.${paired.userId}`, null)
    bus.publish('outbox', null)
    logger.info({ user: paired.userId }, 'chat paired by a start link')
    const email = maskedEmail(paired.email)
    const language = chatLanguage(context, paired)
    await context.reply(replyText([{ code: 'chat.paired', email }, undefined, ...HELP], language))
    return
  }
  const language = chatLanguage(context, pairing)
  const reply = (...lines: ReplyLines) => context.reply(replyText(lines, language))
  if (pairing !== undefined) {
    await reply({ code: 'chat.paired.already', email: maskedEmail(pairing.email) }, undefined, ...HELP)
    return
  }
  const typed = await unconfirmedChatOf(db, chatId)
  if (typed === undefined) {
    await reply({ code: 'chat.several_accounts' })
    return
  }
  for (const { userId, email } of typed) {
    const nonce = await createConfirmation(db, userId, chatId, 'pair')
    await context.reply(replyText([{ code: 'chat.pair_question', email: maskedEmail(email) }], language), {
      reply_markup: confirmButtons(nonce, { code: 'chat.yes_pair' }, language),
    })
  }
  if (typed.length === 0) await reply({ code: 'chat.not_paired', chat: chatId })
}

/** The language of the chat as it is paired now. */
async function languageOf({ db }: AlertDeps, context: Context & { chat: { id: number } }): Promise<Language> {
  return chatLanguage(context, await pairingOf(db, String(context.chat.id)))
}

/** Answers with `lines` made for the account of this chat; undefined: they were sent already. */
async function withAccount(
  { db }: AlertDeps,
  context: Context & { chat: { id: number } },
  lines: (pairing: Pairing, language: Language) => Promise<ReplyLines | undefined>,
): Promise<void> {
  const pairing = await pairingOf(db, String(context.chat.id))
  const language = chatLanguage(context, pairing)
  const reply =
    pairing === undefined ? [{ code: 'chat.send_start' } satisfies ChatReply] : await lines(pairing, language)
  if (reply !== undefined) await context.reply(replyText(reply, language))
}
