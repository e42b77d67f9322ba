import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirm } from '../src/alerts/telegram/confirmations.ts'
import { newChatCode, pairByCode, pairingOf, saveChatId, unconfirmedChatOf } from '../src/alerts/telegram/pairing.ts'
import { createConfirmation } from '../src/alerts/telegram/confirmation-tokens.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { writeUser } from './alert-users.ts'

const NOW = Date.parse('2026-11-20T10:00:00+05:30') as EpochMs

let postgres: TestPostgres
let chats = 500_000
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

const db = () => postgres.store.db
const newChat = () => String((chats += 1))
const type = (user: string, chat: string | null) =>
  db()
    .transaction()
    .execute((tx) => saveChatId(tx, user, chat, NOW))
const yes = (nonce: string, chatId: string) => confirm(db(), { nonce, yes: true, chatId }, NOW)

it.each([
  ['typed another one', newChat],
  ['took it away', () => null],
])('a question pairs no chat whose id the owner has replaced: they %s', async (_, next) => {
  const [owner, wrong] = [await writeUser(db(), NOW), newChat()]
  await type(owner, wrong)
  const nonce = await createConfirmation(db(), owner, wrong, 'pair')
  await type(owner, next())
  expect(await yes(nonce, wrong)).not.toHaveProperty('changed')
  expect(await pairingOf(db(), wrong)).toBeUndefined()
})

it('a question asked after the change pairs no chat either', async () => {
  const [owner, wrong, right] = [await writeUser(db(), NOW), newChat(), newChat()]
  await type(owner, right)
  const nonce = await createConfirmation(db(), owner, wrong, 'pair')
  expect(await yes(nonce, wrong)).toEqual({ reply: { code: 'chat.other_account' } })
  expect(await pairingOf(db(), wrong)).toBeUndefined()
})

it('a question pairs the chat that was typed', async () => {
  const [owner, chat] = [await writeUser(db(), NOW), newChat()]
  await type(owner, chat)
  expect(await yes(await createConfirmation(db(), owner, chat, 'pair'), chat)).toMatchObject({ changed: owner })
  expect(await pairingOf(db(), chat)).toMatchObject({ userId: owner })
})

it('strangers who type a chat’s id push no owner out of the list of accounts', async () => {
  const chat = newChat()
  const users = await Promise.all(Array.from({ length: 3 }, () => writeUser(db(), NOW)))
  for (const stranger of users) await type(stranger, chat)
  expect((await unconfirmedChatOf(db(), chat))?.map(({ userId }) => userId).toSorted()).toEqual(users.toSorted())
  await type(await writeUser(db(), NOW), chat)
  expect(await unconfirmedChatOf(db(), chat)).toBeUndefined()
})

it('of ten start links made at once one works', async () => {
  const owner = await writeUser(db(), NOW)
  const codes = await Promise.all(Array.from({ length: 10 }, () => newChatCode(db(), owner)))
  const paired = await Promise.all(codes.map((code) => pairByCode(db(), code, newChat(), NOW)))
  expect(paired.filter((pairing) => pairing !== undefined)).toHaveLength(1)
})
