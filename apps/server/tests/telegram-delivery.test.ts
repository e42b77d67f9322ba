import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { figureText } from '@strikewise/messages/figures.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noticesOf } from './alert-users.ts'
import { until } from './trading-stack.ts'
import { ChatStack } from './telegram-stack.ts'

const chats = new ChatStack()
beforeAll(() => chats.open())
afterEach(() => chats.recover())
afterAll(() => chats.close())

describe('delivery', () => {
  it('keeps the order of a chat, and shows every character as it was', async () => {
    const { user, chat } = await chats.paired()
    const texts = ['first <b>&amp;', 'second </a> _*`[', 'third ₹1,234.50']
    await chats.put(user, ...texts)
    await chats.botMessage(chat, /third/)
    expect((await chats.botTexts(chat)).slice(-3)).toEqual(texts.map((text) => `Exit · 08:00\n${text}`))
  })

  it('waits as long as requested, and doubles nothing', async () => {
    const { user, chat } = await chats.paired()
    await chats.sandbox.post('/faults', { kind: 'bot_rate_limit', retryAfterSeconds: 1 })
    await chats.put(user, 'patience')
    await until('a refusal', 20_000, async () =>
      chats.logs.some((line) => line.includes('retry after 1')) ? true : undefined,
    )
    await fetch(`${chats.sandbox.url}/sandbox/faults`, { method: 'DELETE' })
    await chats.botMessage(chat, /patience/)
    expect((await chats.botTexts(chat)).filter((text) => text.includes('patience'))).toHaveLength(1)
  })

  it('tries again after a failure, in order', async () => {
    const { user, chat } = await chats.paired()
    await chats.sandbox.post('/faults', { kind: 'bot_error', times: 1 })
    await chats.put(user, 'one', 'two')
    await chats.botMessage(chat, /two/)
    expect((await chats.botTexts(chat)).slice(-2)).toEqual(['Exit · 08:00\none', 'Exit · 08:00\ntwo'])
  })

  it('sends again what was never answered: at most twice, at least once', async () => {
    const { user, chat } = await chats.paired()
    await chats.sandbox.post('/faults', { kind: 'bot_silent', times: 1 })
    await chats.put(user, 'unanswered', 'behind it')
    await chats.botMessage(chat, /behind it/)
    expect((await chats.botTexts(chat)).slice(-3)).toEqual([
      'Exit · 08:00\nunanswered',
      'Exit · 08:00\nunanswered',
      'Exit · 08:00\nbehind it',
    ])
  })

  it('loses nothing over a restart and resends nothing that arrived', async () => {
    const { user, chat } = await chats.paired()
    await chats.put(user, 'before')
    await chats.botMessage(chat, /before/)
    await chats.stop()
    await chats.put(user, 'meanwhile one', 'meanwhile two')
    await chats.say(chat, '/help')
    await chats.start()
    await chats.botMessage(chat, /meanwhile two/)
    await chats.botMessage(chat, /^This bot sends/)
    const texts = (await chats.botTexts(chat)).filter((text) => text.startsWith('Exit'))
    expect(texts).toEqual(['Exit · 08:00\nbefore', 'Exit · 08:00\nmeanwhile one', 'Exit · 08:00\nmeanwhile two'])
  })

  it('shows the day of what it delivers after midnight', async () => {
    const { user, chat } = await chats.paired()
    await chats.stop()
    await chats.put(user, 'of the evening before')
    const before = chats.now
    chats.now = (chats.now + 24 * 3_600_000) as EpochMs
    await chats.postgres.store.db
      .updateTable('chat_outbox')
      .set({ expires_at: chats.now + 3_600_000 })
      .where('user_id', '=', user)
      .execute()
    await chats.start()
    await chats.botMessage(chat, new RegExp(`^Exit · ${figureText('atDay', before, 'en')}\\nof the evening before$`))
  })

  it('does not send what would mislead by now', async () => {
    const { user, chat } = await chats.paired()
    await chats.stop()
    await chats.put(user, 'old news')
    chats.now = (chats.now + 13 * 3_600_000) as EpochMs
    await chats.put(user, 'fresh news')
    await chats.start()
    await chats.botMessage(chat, /fresh news/)
    expect((await chats.botTexts(chat)).join()).not.toContain('old news')
    const [dropped] = await chats.postgres.store.db
      .selectFrom('chat_outbox')
      .select(['problem', 'last_error'])
      .where('user_id', '=', user)
      .where('given_up_at', 'is not', null)
      .execute()
    expect(dropped).toEqual({ problem: { code: 'chat_problem.too_old', params: {} }, last_error: null })
  })

  it('leaves a chat alone that blocked the bot, reports it in the app, and comes back when it is written to', async () => {
    const { user, chat } = await chats.paired()
    const block = (blocked: boolean) =>
      fetch(`${chats.sandbox.url}/sandbox/bot/chats/${chat}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ blocked }),
      })
    await block(true)
    await chats.put(user, 'into the void', 'and this')
    await expect
      .poll(async () => (await chats.profileOf(user)).telegram_unreachable_at, { timeout: 20_000 })
      .not.toBeNull()
    const notified = await noticesOf(chats.postgres.store.db, user)
    expect(notified.at(-1)!.text).toMatch(/^Telegram no longer delivers to your chat/)
    const waiting = await chats.postgres.store.db
      .selectFrom('chat_outbox')
      .select('id')
      .where('chat_id', '=', chat)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .execute()
    expect(waiting).toEqual([])
    await block(false)
    await chats.say(chat, '/start')
    await chats.botMessage(chat, /^Paired with u•••@example\.com\.\n/)
    await chats.put(user, 'again')
    await chats.botMessage(chat, /again/)
    expect((await chats.botTexts(chat)).join()).not.toContain('void')
  })

  it('writes the bot’s token nowhere', () => expect(chats.logs.join()).not.toContain('strikewise-sandbox'))
})
