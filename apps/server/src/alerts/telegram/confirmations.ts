// @invariant chat-own-account A chat acts for its account only, and a stop or an exit from it is confirmed.
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../../domain-error.ts'
import { setKillSwitch } from '../../kill-switch/kill-switch.ts'
import type { Database } from '../../store/database.ts'
import { exitAllTrades, exitTrade, type InstructionGiver } from '../../trades/instructions.ts'
import { pairingOf, pairTypedChat } from './pairing.ts'
import { consumeConfirmation, type ConsumedConfirmation } from './confirmation-tokens.ts'

/** Where a pause ends: before the first entry of the next trading day could be made. */
const RESUMES_AT_HOUR = 9

export const QUESTIONS: Readonly<Record<'stop' | 'pause', (now: EpochMs) => ChatReply>> = {
  stop: () => ({ code: 'chat.stop_question' }),
  pause: (now) => ({ code: 'chat.pause_question', until: pauseEnd(now) }),
}

type OpenConfirmation = Extract<ConsumedConfirmation, { readonly type: 'open' }>

export interface ConfirmationResult {
  readonly reply: ChatReply
  /** The account whose switches, chat or trades changed; undefined: nothing did. */
  readonly changed?: string
}

/** Acts on a pressed button once. Only the chat the question stands in can answer it, while it is still the account's. */
export function confirm(
  db: Kysely<Database>,
  press: { readonly nonce: string; readonly yes: boolean; readonly chatId: string },
  now: EpochMs,
): Promise<ConfirmationResult> {
  return db.transaction().execute(async (tx) => {
    const asked = await consumeConfirmation(tx, press.nonce, press.chatId)
    if (asked.type === 'over') return { reply: { code: 'chat.too_late' } }
    if (asked.type === 'answered') return { reply: { code: 'chat.answered' } }
    if (!press.yes) return { reply: { code: 'chat.unchanged' } }
    return carryOut(tx, asked, press.chatId, now)
  })
}

async function carryOut(
  tx: Kysely<Database>,
  { question, userId, tradeId }: OpenConfirmation,
  chatId: string,
  now: EpochMs,
): Promise<ConfirmationResult> {
  if (question === 'pair') {
    if (!(await pairTypedChat(tx, userId, chatId, now))) return { reply: { code: 'chat.other_account' } }
    return { reply: { code: 'chat.agreed' }, changed: userId }
  }
  if ((await pairingOf(tx, chatId))?.userId !== userId) return { reply: { code: 'chat.other_account' } }
  const change = { engaged: true, by: userId, channel: 'telegram' } as const
  const giver = { userId, by: userId, channel: 'telegram' } as const
  if (question === 'exit') return exitOne(tx, giver, tradeId!, now)
  if (question === 'exit_all') {
    await setKillSwitch(tx, userId, change, now)
    const { length: trades } = await exitAllTrades(tx, giver, now)
    return { reply: { code: 'chat.exiting_all', trades }, changed: userId }
  }
  if (question === 'stop') {
    await setKillSwitch(tx, userId, change, now)
    return { reply: { code: 'chat.paused' }, changed: userId }
  }
  const stop = await tx
    .selectFrom('kill_switches')
    .select('resume_at')
    .where('scope', '=', userId)
    .where('engaged', '=', true)
    .executeTakeFirst()
  // A pause would let entries out that a stop holds for good.
  if (stop !== undefined && stop.resume_at === null) return { reply: { code: 'chat.paused_already' } }
  const resumeAt = pauseEnd(now)
  await setKillSwitch(tx, userId, { ...change, resumeAt }, now)
  return { reply: { code: 'chat.paused_until', until: resumeAt }, changed: userId }
}

async function exitOne(
  tx: Kysely<Database>,
  giver: InstructionGiver,
  tradeId: string,
  now: EpochMs,
): Promise<ConfirmationResult> {
  try {
    await exitTrade(tx, giver, tradeId, now)
  } catch (error) {
    if (error instanceof DomainError) return { reply: { code: 'chat.trade_over' } }
    throw error
  }
  const { body } = await tx.selectFrom('trades').select('body').where('id', '=', tradeId).executeTakeFirstOrThrow()
  return { reply: { code: 'chat.exiting', contract: contractRef(body.contract) }, changed: giver.userId }
}

function pauseEnd(now: EpochMs): EpochMs {
  return istInstant(nseCalendar.nextTradingDay(istDateAt(now)), RESUMES_AT_HOUR)
}
