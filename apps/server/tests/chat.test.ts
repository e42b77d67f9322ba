// @invariant chat-own-account
// @invariant kill-switch-log
import { randomBytes } from 'node:crypto'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAlerts } from '../src/alerts/alerts-worker.ts'
import { newChatCode, saveChatId } from '../src/alerts/chat/pairing.ts'
import { notify, type Alert } from '../src/alerts/notify.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { readConfig } from '../src/config.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { noticesOf, writeUser } from './alert-users.ts'
import { SandboxStack, until } from './trading-stack.ts'
import { writeTrade } from './trade-rows.ts'

const DAY = '2026-11-20' as IstDate

interface Message {
  readonly message_id: number
  readonly text: string
  readonly from: { readonly is_bot: boolean }
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { text: string; callback_data: string }[])[] }
}

let stack: SandboxStack
let postgres: TestPostgres
let bus: ThreadBus
let now: EpochMs = istInstant(DAY, 8)
let running: { close(): Promise<void> } | undefined
let chats = 5000
const logs: string[] = []
const clock = { now: () => now, sleep: async () => {}, at: () => () => {} }
const logger = pino({ level: 'debug' }, { write: (line: string) => logs.push(line) })

beforeAll(async () => {
  stack = await SandboxStack.start(['--seed', 'chat'])
  postgres = await startTestPostgres()
  bus = openThreadBus('chat-test', 'chat-test')
  await start()
})
afterEach(async () => {
  await fetch(`${stack.url}/sandbox/faults`, { method: 'DELETE' })
  await start()
})
afterAll(async () => {
  await running?.close()
  bus?.close()
  await postgres?.stop()
  await stack?.stop()
})

async function start(): Promise<void> {
  if (running !== undefined) return
  const config = readConfig({ SANDBOX_URL: stack.url })
  running = startAlerts({ config, db: postgres.store.db, bus, clock, logger, publicUrl: 'https://strikewise.example' })
}

async function stop(): Promise<void> {
  await running?.close()
  running = undefined
}

const newChat = () => String((chats += 1))
const messages = (chat: string) => stack.get<Message[]>(`/bot/messages?chat_id=${chat}`)
const botTexts = async (chat: string) =>
  (await messages(chat))
    .filter((message) => message.from.is_bot)
    .map((message) => message.text)
    .toReversed()
const botMessage = (chat: string, text: RegExp) =>
  until(`${text} in chat ${chat}`, 20_000, async () =>
    (await messages(chat)).find((message) => message.from.is_bot && text.test(message.text)),
  )

/** A bot receives only what is written after its first call. `language` is that of the user's Telegram. */
async function say(chat: string, text: string, language?: string): Promise<void> {
  const message = { chat_id: Number(chat), text, ...(language === undefined ? {} : { language_code: language }) }
  await until(`a bot that hears ${text}`, 20_000, async () =>
    stack.post<object>('/bot/messages', message).catch(() => undefined),
  )
}

const press = (chat: string, message: Message, label: string) => {
  const button = message.reply_markup!.inline_keyboard.flat().find((one) => one.text === label)!
  return stack.post('/bot/presses', {
    chat_id: Number(chat),
    message_id: message.message_id,
    data: button.callback_data,
  })
}

/** A user paired by the start link. */
async function paired(): Promise<{ user: string; chat: string }> {
  const [user, chat] = [await writeUser(postgres.store.db, now), newChat()]
  await say(chat, `/start ${await newChatCode(postgres.store.db, user)}`)
  await botMessage(chat, /^Paired with u•••@example\.com/)
  await botMessage(chat, /^Account changed\nTelegram alerts are on for a new chat/)
  return { user, chat }
}

async function put(userId: string, ...texts: string[]): Promise<void> {
  const alerts = texts.map((text): Alert => {
    const key = randomBytes(4).toString('hex')
    return { userId, kind: 'exit', key, at: now, message: { code: 'legacy.text', text }, link: null }
  })
  await postgres.store.db.transaction().execute((tx) => notify(tx, alerts, now))
  bus.publish('outbox', null)
}

const profileOf = (user: string) =>
  postgres.store.db
    .selectFrom('profiles')
    .select(['telegram_chat_id', 'telegram_paired_at', 'telegram_unreachable_at'])
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
const stopOf = (user: string) =>
  postgres.store.db
    .selectFrom('kill_switches')
    .select(['engaged', 'changed_by', 'resume_at'])
    .where('scope', '=', user)
    .executeTakeFirst()

describe('pairing', () => {
  it('takes a start link once', async () => {
    const [first, second] = [await writeUser(postgres.store.db, now), newChat()]
    const code = await newChatCode(postgres.store.db, first)
    const chat = newChat()
    await say(chat, `/start ${code}`)
    await botMessage(chat, /^Paired with/)
    await say(second, `/start ${code}`)
    await botMessage(second, /^This link was used or has expired/)
    expect(await profileOf(first)).toMatchObject({ telegram_chat_id: chat, telegram_unreachable_at: null })
  })

  it('refuses a link that is too old, and one that a newer took the place of', async () => {
    const [user, chat] = [await writeUser(postgres.store.db, now), newChat()]
    const replaced = await newChatCode(postgres.store.db, user)
    const code = await newChatCode(postgres.store.db, user)
    await say(chat, `/start ${replaced}`)
    await botMessage(chat, /^This link was used or has expired/)
    await postgres.store.pool.query(`update chat_codes set expires_at = now() where user_id = $1`, [user])
    await say(chat, `/start ${code}`)
    await expect.poll(() => botTexts(chat), { timeout: 20_000 }).toHaveLength(2)
    expect(await profileOf(user)).toMatchObject({ telegram_chat_id: null, telegram_paired_at: null })
  })

  it('keeps no code in the store', async () => {
    const user = await writeUser(postgres.store.db, now)
    const code = await newChatCode(postgres.store.db, user)
    const rows = await postgres.store.db.selectFrom('chat_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('moves a chat to the account it was paired with last, and notifies the other', async () => {
    const { user, chat } = await paired()
    const next = await writeUser(postgres.store.db, now)
    await say(chat, `/start ${await newChatCode(postgres.store.db, next)}`)
    await expect.poll(async () => (await profileOf(next)).telegram_chat_id, { timeout: 20_000 }).toBe(chat)
    expect(await profileOf(user)).toEqual({
      telegram_chat_id: null,
      telegram_paired_at: null,
      telegram_unreachable_at: null,
    })
    const notified = await noticesOf(postgres.store.db, user)
    expect(notified.map((notice) => notice.text)).toContain(
      'Your Telegram chat now gets the alerts of another account.',
    )
  })

  it('sends nothing to a chat whose id was typed in before its owner agrees there', async () => {
    const [user, chat] = [await writeUser(postgres.store.db, now), newChat()]
    await postgres.store.db.transaction().execute((tx) => saveChatId(tx, user, chat, now))
    await put(user, 'secret of somebody')
    await say(chat, '/status')
    await botMessage(chat, /^This chat is not paired/)
    await say(chat, '/start')
    const question = await botMessage(chat, /^Send the alerts of u•••@example\.com to this chat\?/)
    await press(chat, question, 'Yes, send them here')
    await botMessage(chat, /^Telegram alerts are on for this chat/)
    await put(user, 'welcome')
    await botMessage(chat, /welcome/)
    expect((await botTexts(chat)).join()).not.toContain('secret of somebody')
  })

  it('ends when the chat is unlinked: the last message reports it', async () => {
    const { user, chat } = await paired()
    await postgres.store.db.transaction().execute((tx) => saveChatId(tx, user, null, now))
    bus.publish('outbox', null)
    await botMessage(chat, /was unlinked/)
    await say(chat, '/status')
    await botMessage(chat, /^This chat is not paired/)
  })
})

describe('commands', () => {
  it('show the state of the account and its positions', async () => {
    const { user, chat } = await paired()
    await writeTrade(postgres.store.db, user, DAY, `t-${user}`, 'open')
    await writeTrade(postgres.store.db, user, DAY, `c-${user}`, 'closed')
    await say(chat, '/status')
    expect((await botMessage(chat, /^Plan: /)).text).toBe(
      'Plan: Elite · Entries: on · Account: none\nPaper today: 1 open, 1 closed, +₹646.29 net',
    )
    await say(chat, '/positions')
    await botMessage(chat, /^PAPER NIFTY 25000 CE · 75 @ ₹100\.67 · stop ₹80\.65$/)
    await say(chat, 'what now')
    await botMessage(chat, /^Sorry, I don’t know that command/)
  })

  it('/stop stops entries once it is confirmed, by the switch of the app, and a second press changes nothing', async () => {
    const { user, chat } = await paired()
    await say(chat, '/stop')
    const question = await botMessage(chat, /^Pause new entries\?/)
    expect(await stopOf(user)).toBeUndefined()
    await press(chat, question, 'Pause entries')
    await botMessage(chat, /^Entries paused\. Resume in the app\.$/)
    expect(await stopOf(user)).toEqual({ engaged: true, changed_by: user, resume_at: null })
    await setKillSwitch(postgres.store.db, user, { engaged: false, by: user, channel: 'web' }, now)
    await press(chat, question, 'Pause entries')
    await botMessage(chat, /^This was already answered/)
    expect(await stopOf(user)).toMatchObject({ engaged: false })
    const changes = await postgres.store.db
      .selectFrom('kill_switch_changes')
      .select(['channel', 'engaged'])
      .where('scope', '=', user)
      .execute()
    expect(changes).toEqual([
      { channel: 'telegram', engaged: true },
      { channel: 'web', engaged: false },
    ])
  })

  it('/pause ends by itself before the next session, and never loosens a stop', async () => {
    const { user, chat } = await paired()
    await say(chat, '/pause')
    await press(chat, await botMessage(chat, /^Pause new entries until 23 Nov 2026, 09:00\?/), 'Pause entries')
    await botMessage(chat, /^Entries paused until 23 Nov 2026, 09:00/)
    expect(await stopOf(user)).toMatchObject({
      engaged: true,
      resume_at: new Date(istInstant('2026-11-23' as IstDate, 9)),
    })
    await setKillSwitch(postgres.store.db, user, { engaged: true, by: user, channel: 'web' }, now)
    await say(chat, '/pause')
    await press(chat, await botMessage(chat, /^Pause new entries/), 'Pause entries')
    await botMessage(chat, /^Entries are already paused/)
    expect(await stopOf(user)).toMatchObject({ engaged: true, resume_at: null })
  })

  it.each([
    ['cancelled', (chat: string, question: Message) => press(chat, question, 'Cancel'), /^Nothing was changed/],
    [
      'confirmed after a minute',
      async (chat: string, question: Message) => {
        await postgres.store.pool.query(`update chat_questions set expires_at = now() where chat_id = $1`, [chat])
        await press(chat, question, 'Pause entries')
      },
      /^This took too long/,
    ],
    [
      'confirmed with a made-up button',
      (chat: string, question: Message) =>
        stack.post('/bot/presses', {
          chat_id: Number(chat),
          message_id: question.message_id,
          data: `yes:${randomBytes(16).toString('base64url')}`,
        }),
      /^This took too long/,
    ],
  ] as const)('a stop that is %s changes nothing', async (_what, act, answer) => {
    const { user, chat } = await paired()
    await say(chat, '/stop')
    await act(chat, await botMessage(chat, /^Pause new entries\?/))
    await botMessage(chat, answer)
    expect(await stopOf(user)).toBeUndefined()
  })

  it('a button works in its own chat alone', async () => {
    const { user, chat } = await paired()
    const stranger = newChat()
    await say(chat, '/stop')
    const question = await botMessage(chat, /^Pause new entries\?/)
    await say(stranger, '/help')
    const help = await botMessage(stranger, /^This bot sends/)
    const data = question.reply_markup!.inline_keyboard[0]![0]!.callback_data
    await stack.post('/bot/presses', { chat_id: Number(stranger), message_id: help.message_id, data })
    await botMessage(stranger, /^This took too long/)
    expect(await stopOf(user)).toBeUndefined()
  })
})

describe('language', () => {
  const HINDI = /\p{Script=Devanagari}/u
  const isHindi = (text: string) => text.split('\n').every((line) => line === '' || HINDI.test(line))
  const setLanguage = (user: string, language: 'en' | 'hi' | null) =>
    postgres.store.db.updateTable('identity_users').set({ language }).where('id', '=', user).execute()

  it('is the account’s in each reply, question and button, whatever the person’s Telegram speaks', async () => {
    const { user, chat } = await paired()
    await setLanguage(user, 'hi')
    await writeTrade(postgres.store.db, user, DAY, `h-${user}`, 'open')
    const before = (await botTexts(chat)).length
    for (const command of [
      '/help',
      '/status',
      '/positions',
      '/start',
      'hello',
      `/start ${randomBytes(9).toString('hex')}`,
    ])
      await say(chat, command, 'en')
    await say(chat, '/stop', 'en')
    const question = await botMessage(chat, /^नई एंट्री रोकें\?/)
    expect(question.reply_markup!.inline_keyboard.flat().map((button) => button.text)).toEqual(['एंट्री रोकें', 'रद्द करें'])
    await press(chat, question, 'एंट्री रोकें')
    await botMessage(chat, /^एंट्री रुकी हैं/)
    const replies = (await botTexts(chat)).slice(before)
    expect(replies).toHaveLength(7)
    expect(replies.filter((text) => !isHindi(text))).toEqual([])
  })

  it('is English where the account has chosen none', async () => {
    const { user, chat } = await paired()
    await setLanguage(user, null)
    await say(chat, '/help', 'hi')
    await botMessage(chat, /^This bot sends/)
  })

  it('is the person’s while no account has the chat', async () => {
    const chat = newChat()
    await say(chat, '/status', 'hi-IN')
    await botMessage(chat, /^यह चैट किसी खाते से जुड़ी नहीं है/)
    const english = newChat()
    await say(english, '/status', 'ta')
    await botMessage(english, /^This chat is not paired/)
  })

  it('is the account’s in each alert when it is sent; one from before messages were data stays English', async () => {
    const { user, chat } = await paired()
    await stop()
    await put(user, 'Old sentence.')
    const message = { code: 'alert.pause_over' } as const
    const alert = { userId: user, kind: 'account_changed', key: 'over', at: now, message, link: null } as const
    const contract = { symbol: 'NIFTY', strike: 24_500, side: 'CE' } as const
    const alarm = { code: 'alarm.unprotected', contract, units: 65 } as const
    const attention = { userId: user, kind: 'attention', key: 'alarm', at: now, message: alarm, link: null } as const
    await postgres.store.db.transaction().execute((tx) => notify(tx, [alert, attention], now))
    await setLanguage(user, 'hi')
    await start()
    await botMessage(chat, /^Exit\nOld sentence\.$/)
    for (const part of [/विराम/, /NIFTY 24500 CE/]) {
      const { text } = await botMessage(chat, part)
      expect(isHindi(text)).toBe(true)
    }
  })

  it('has a menu of its own', async () => {
    const menu = async (language_code: string) => {
      const answer = await fetch(
        `${stack.url}/bot-api/bot${readConfig({ SANDBOX_URL: stack.url }).telegram!.botToken.reveal()}/getMyCommands`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ language_code }),
        },
      )
      return ((await answer.json()) as { result: { command: string; description: string }[] }).result
    }
    await expect.poll(async () => (await menu('hi')).length, { timeout: 20_000 }).toBe(5)
    const [hindi, other] = [await menu('hi'), await menu('ta')]
    expect(hindi.map(({ command }) => command)).toEqual(other.map(({ command }) => command))
    expect(hindi.every(({ description }) => HINDI.test(description))).toBe(true)
    expect(other.some(({ description }) => HINDI.test(description))).toBe(false)
  })
})

describe('delivery', () => {
  it('keeps the order of a chat, and shows every character as it was', async () => {
    const { user, chat } = await paired()
    const texts = ['first <b>&amp;', 'second </a> _*`[', 'third ₹1,234.50']
    await put(user, ...texts)
    await botMessage(chat, /third/)
    expect((await botTexts(chat)).slice(-3)).toEqual(texts.map((text) => `Exit\n${text}`))
  })

  it('waits as long as requested, and doubles nothing', async () => {
    const { user, chat } = await paired()
    await stack.post('/faults', { kind: 'bot_rate_limit', retryAfterSeconds: 1 })
    await put(user, 'patience')
    await until('a refusal', 20_000, async () =>
      logs.some((line) => line.includes('retry after 1')) ? true : undefined,
    )
    await fetch(`${stack.url}/sandbox/faults`, { method: 'DELETE' })
    await botMessage(chat, /patience/)
    expect((await botTexts(chat)).filter((text) => text.includes('patience'))).toHaveLength(1)
  })

  it('tries again after a failure, in order', async () => {
    const { user, chat } = await paired()
    await stack.post('/faults', { kind: 'bot_error', times: 1 })
    await put(user, 'one', 'two')
    await botMessage(chat, /two/)
    expect((await botTexts(chat)).slice(-2)).toEqual(['Exit\none', 'Exit\ntwo'])
  })

  it('sends again what was never answered: at most twice, at least once', async () => {
    const { user, chat } = await paired()
    await stack.post('/faults', { kind: 'bot_silent', times: 1 })
    await put(user, 'unanswered', 'behind it')
    await botMessage(chat, /behind it/)
    expect((await botTexts(chat)).slice(-3)).toEqual(['Exit\nunanswered', 'Exit\nunanswered', 'Exit\nbehind it'])
  })

  it('loses nothing over a restart and resends nothing that arrived', async () => {
    const { user, chat } = await paired()
    await put(user, 'before')
    await botMessage(chat, /before/)
    await stop()
    await put(user, 'meanwhile one', 'meanwhile two')
    await say(chat, '/help')
    await start()
    await botMessage(chat, /meanwhile two/)
    await botMessage(chat, /^This bot sends/)
    const texts = (await botTexts(chat)).filter((text) => text.startsWith('Exit'))
    expect(texts).toEqual(['Exit\nbefore', 'Exit\nmeanwhile one', 'Exit\nmeanwhile two'])
  })

  it('does not send what would mislead by now', async () => {
    const { user, chat } = await paired()
    await stop()
    await put(user, 'old news')
    now = (now + 13 * 3_600_000) as EpochMs
    await put(user, 'fresh news')
    await start()
    await botMessage(chat, /fresh news/)
    expect((await botTexts(chat)).join()).not.toContain('old news')
    const [dropped] = await postgres.store.db
      .selectFrom('chat_outbox')
      .select(['problem', 'last_error'])
      .where('user_id', '=', user)
      .where('given_up_at', 'is not', null)
      .execute()
    expect(dropped).toEqual({ problem: { code: 'chat_problem.too_old', params: {} }, last_error: null })
  })

  it('leaves a chat alone that blocked the bot, reports it in the app, and comes back when it is written to', async () => {
    const { user, chat } = await paired()
    const block = (blocked: boolean) =>
      fetch(`${stack.url}/sandbox/bot/chats/${chat}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ blocked }),
      })
    await block(true)
    await put(user, 'into the void', 'and this')
    await expect.poll(async () => (await profileOf(user)).telegram_unreachable_at, { timeout: 20_000 }).not.toBeNull()
    const notified = await noticesOf(postgres.store.db, user)
    expect(notified.at(-1)!.text).toMatch(/^Telegram no longer delivers to your chat/)
    const waiting = await postgres.store.db
      .selectFrom('chat_outbox')
      .select('id')
      .where('chat_id', '=', chat)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .execute()
    expect(waiting).toEqual([])
    await block(false)
    await say(chat, '/start')
    await botMessage(chat, /^Paired with u•••@example\.com\.\n/)
    await put(user, 'again')
    await botMessage(chat, /again/)
    expect((await botTexts(chat)).join()).not.toContain('void')
  })

  it('writes the bot’s token nowhere', () => expect(logs.join()).not.toContain('strikewise-sandbox'))
})
