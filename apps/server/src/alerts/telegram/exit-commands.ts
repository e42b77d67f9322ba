// @invariant chat-own-account
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import { InlineKeyboard } from 'grammy'
import { activeTradesOn } from '../../trades/active-trades.ts'
import type { AlertDeps } from '../run-sources.ts'
import { createConfirmation } from './confirmation-tokens.ts'
import { confirmButtons, replyText } from './reply.ts'

/** A message of the bot with its buttons. */
export interface Question {
  readonly text: string
  readonly reply_markup?: InlineKeyboard
}

/** A press on a trade in the list of `/exit`. */
export const CHOICE = /^exit:([A-Za-z0-9_-]{1,59})$/

/** Which chat asks, for which account, in which language. */
interface Asking {
  readonly userId: string
  readonly chatId: string
  readonly language: Language
}

/** `/exit`: a button for each open trade; of one alone whether to exit it. */
export async function exitChoice(deps: AlertDeps, asking: Asking): Promise<Question> {
  const { language } = asking
  const trades = await openTrades(deps, asking)
  const [only] = trades
  if (only === undefined) return { text: replyText([{ code: 'chat.no_positions' }], language) }
  if (trades.length === 1) return exitQuestion(deps, asking, only)
  const { text } = rendererOf(language)
  const buttons = new InlineKeyboard()
  for (const trade of trades)
    buttons.text(text({ code: 'chat.exit_choice', ...shown(trade) }), `exit:${trade.trade_id}`).row()
  return { text: replyText([{ code: 'chat.exit_which' }], language), reply_markup: buttons }
}

/** The question whether to exit the trade of a pressed button; only one of the account that has the chat. */
export async function chosenExit(deps: AlertDeps, asking: Asking, tradeId: string): Promise<Question> {
  const trade = (await openTrades(deps, asking)).find((one) => one.trade_id === tradeId)
  if (trade === undefined) return { text: replyText([{ code: 'chat.trade_over' }], asking.language) }
  return exitQuestion(deps, asking, trade)
}

/** `/exitall`: the question whether to pause entries and exit every trade. */
export async function exitAllQuestion(deps: AlertDeps, asking: Asking): Promise<Question> {
  const { userId, chatId, language } = asking
  const { length: open } = await openTrades(deps, asking)
  const nonce = await createConfirmation(deps.db, userId, chatId, 'exit_all')
  return {
    text: replyText([{ code: 'chat.exit_all_question', open }], language),
    reply_markup: confirmButtons(nonce, { code: 'chat.yes_exit_all' }, language),
  }
}

async function exitQuestion(
  { db }: AlertDeps,
  { userId, chatId, language }: Asking,
  trade: ActiveTradeRow,
): Promise<Question> {
  const nonce = await createConfirmation(db, userId, chatId, 'exit', trade.trade_id)
  return {
    text: replyText([{ code: 'chat.exit_question', ...shown(trade) }], language),
    reply_markup: confirmButtons(nonce, { code: 'chat.yes_exit' }, language),
  }
}

function openTrades({ db, clock }: AlertDeps, { userId }: Asking): Promise<ActiveTradeRow[]> {
  return activeTradesOn(db, userId, istDateAt(clock.now()))
}

function shown({ mode, symbol, strike, side, quantity }: ActiveTradeRow) {
  return { mode, contract: { symbol, strike, side }, quantity } satisfies Partial<ChatReply>
}
