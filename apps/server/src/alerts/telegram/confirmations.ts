// @invariant chat-own-account A chat acts for its account only, and a stop from it is confirmed.
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import type { Kysely } from 'kysely'
import { setKillSwitch } from '../../kill-switch/kill-switch.ts'
import type { Database } from '../../store/database.ts'
import { pairingOf, pairTypedChat } from './pairing.ts'
import { consumeConfirmation, type ConfirmationKind } from './confirmation-tokens.ts'

/** Where a pause ends: before the first entry of the next trading day could be made. */
const RESUMES_AT_HOUR = 9

export const QUESTIONS: Readonly<Record<'stop' | 'pause', (now: EpochMs) => ChatReply>> = {
  stop: () => ({ code: 'chat.stop_question' }),
  pause: (now) => ({ code: 'chat.pause_question', until: pauseEnd(now) }),
}

export interface ConfirmationResult {
  readonly reply: ChatReply
  /** The account whose switches or chat changed; undefined: nothing did. */
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
    return carryOut(tx, asked.question, asked.userId, press.chatId, now)
  })
}

async function carryOut(
  tx: Kysely<Database>,
  question: ConfirmationKind,
  userId: string,
  chatId: string,
  now: EpochMs,
): Promise<ConfirmationResult> {
  if (question === 'pair') {
    if (!(await pairTypedChat(tx, userId, chatId, now))) return { reply: { code: 'chat.other_account' } }
    return { reply: { code: 'chat.agreed' }, changed: userId }
  }
  if ((await pairingOf(tx, chatId))?.userId !== userId) return { reply: { code: 'chat.other_account' } }
  const change = { engaged: true, by: userId, channel: 'telegram' } as const
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

function pauseEnd(now: EpochMs): EpochMs {
  return istInstant(nseCalendar.nextTradingDay(istDateAt(now)), RESUMES_AT_HOUR)
}
