// @invariant approval-fresh-claim
// @invariant chat-own-account
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { OFFERED_CALL } from './offered-call.ts'
import { writeEntryOffer } from './trade-rows.ts'
import { ChatStack } from './telegram-stack.ts'
import { decide } from './trading-stack.ts'

/* An entry that waits for its user is answered in their chat. */

const chats = new ChatStack()
beforeAll(() => chats.open())
afterAll(() => chats.close())
const opensAt = chats.now
afterEach(() => {
  chats.now = opensAt
})

let seq = 0
async function asked() {
  const { user, chat } = await chats.paired()
  const { db } = chats.postgres.store
  const entry: EntryPlan = {
    contract: OFFERED_CALL,
    delta: 0.5,
    bid: 14_890 as Paise,
    ask: 14_910 as Paise,
    mid: 14_900 as Paise,
    limit: 14_910 as Paise,
    stopDistance: 3_000 as Paise,
    quotedAt: chats.now,
  }
  const decisionId = await decide(db, chats.bus, (seq += 1), {
    barEnd: chats.now,
    action: 'buy_call',
    score: 0.6,
    entry,
  })
  await writeEntryOffer(db, user, decisionId, chats.now, { contract: contractRef(OFFERED_CALL) })
  const question = await chats.botMessage(
    chat,
    /NIFTY 24500 CE: buy 1 lot at ₹150\.00 at most, loss at the stop of ₹120\.00: ₹2,400\.00\. Expected cost of 1 lot: ₹\d+\.\d\d \(0\.\d\d R\), breakeven at an index move of \d+\.\d points\. Take or skip by 08:00:30\.$/,
  )
  return { user, chat, decisionId, question }
}
const ticketsOf = (user: string) =>
  chats.postgres.store.db
    .selectFrom('entry_tickets')
    .select(['limit_paise', 'channel', 'valid_until'])
    .where('user_id', '=', user)
    .execute()

it('Take sends the ticket once', async () => {
  const { user, chat, question } = await asked()
  await chats.press(chat, question, 'Take')
  await chats.botMessage(chat, /^Taken\. The order is checked again/)
  const sent = [{ limit_paise: 15_000, channel: 'telegram', valid_until: opensAt + 15_000 }]
  expect(await ticketsOf(user)).toEqual(sent)
  await chats.press(chat, question, 'Take')
  await chats.press(chat, question, 'Skip')
  expect(await ticketsOf(user)).toEqual(sent)
})

it('Skip sends nothing, and nothing can be taken then', async () => {
  const { user, chat, question } = await asked()
  await chats.press(chat, question, 'Skip')
  await chats.botMessage(chat, /^Skipped\. Nothing is bought/)
  await chats.press(chat, question, 'Take')
  expect(await ticketsOf(user)).toEqual([])
})

it('Take after the deadline sends nothing', async () => {
  const { user, chat, question } = await asked()
  chats.now = (opensAt + 30_001) as EpochMs
  await chats.press(chat, question, 'Take')
  await chats.botMessage(chat, /^This entry’s time is over\. Nothing was sent/)
  expect(await ticketsOf(user)).toEqual([])
})

it('a press in the chat of another account sends nothing', async () => {
  const [{ user, decisionId }, other] = [await asked(), await chats.paired()]
  await chats.say(other.chat, '/help')
  const { message_id } = await chats.botMessage(other.chat, /^This bot sends/)
  const press = { chat_id: Number(other.chat), message_id, data: `take:${decisionId}` }
  await chats.sandbox.post('/bot/presses', press)
  await chats.botMessage(other.chat, /^This entry’s time is over/)
  expect([await ticketsOf(user), await ticketsOf(other.user)]).toEqual([[], []])
})
