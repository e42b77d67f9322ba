// @invariant chat-own-account
// @invariant kill-switch-log
import { randomBytes } from 'node:crypto'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newChatCode, saveChatId } from '../src/alerts/telegram/pairing.ts'
import { notify } from '../src/alerts/notify.ts'
import { readConfig } from '../src/config.ts'
import { setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { noticesOf, writeUser } from './alert-users.ts'
import { writeTrade } from './trade-rows.ts'
import { CHAT_DAY, ChatStack, type BotMessage } from './telegram-stack.ts'

const chats = new ChatStack()
beforeAll(() => chats.open())
afterEach(() => chats.recover())
afterAll(() => chats.close())

describe('pairing', () => {
  it('takes a start link once', async () => {
    const [first, second] = [await writeUser(chats.postgres.store.db, chats.now), chats.newChat()]
    const code = await newChatCode(chats.postgres.store.db, first)
    const chat = chats.newChat()
    await chats.say(chat, `/start ${code}`)
    await chats.botMessage(chat, /^Paired with/)
    await chats.say(second, `/start ${code}`)
    await chats.botMessage(second, /^This link was used or has expired/)
    expect(await chats.profileOf(first)).toMatchObject({ telegram_chat_id: chat, telegram_unreachable_at: null })
  })

  it('refuses a link that is too old, and one that a newer took the place of', async () => {
    const [user, chat] = [await writeUser(chats.postgres.store.db, chats.now), chats.newChat()]
    const replaced = await newChatCode(chats.postgres.store.db, user)
    const code = await newChatCode(chats.postgres.store.db, user)
    await chats.say(chat, `/start ${replaced}`)
    await chats.botMessage(chat, /^This link was used or has expired/)
    await chats.postgres.store.pool.query(`update chat_codes set expires_at = now() where user_id = $1`, [user])
    await chats.say(chat, `/start ${code}`)
    await expect.poll(() => chats.botTexts(chat), { timeout: 20_000 }).toHaveLength(2)
    expect(await chats.profileOf(user)).toMatchObject({ telegram_chat_id: null, telegram_paired_at: null })
  })

  it('keeps no code in the store', async () => {
    const user = await writeUser(chats.postgres.store.db, chats.now)
    const code = await newChatCode(chats.postgres.store.db, user)
    const rows = await chats.postgres.store.db.selectFrom('chat_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('moves a chat to the account it was paired with last, and notifies the other', async () => {
    const { user, chat } = await chats.paired()
    const next = await writeUser(chats.postgres.store.db, chats.now)
    await chats.say(chat, `/start ${await newChatCode(chats.postgres.store.db, next)}`)
    await expect.poll(async () => (await chats.profileOf(next)).telegram_chat_id, { timeout: 20_000 }).toBe(chat)
    expect(await chats.profileOf(user)).toEqual({
      telegram_chat_id: null,
      telegram_paired_at: null,
      telegram_unreachable_at: null,
    })
    const notified = await noticesOf(chats.postgres.store.db, user)
    expect(notified.map((notice) => notice.text)).toContain(
      'Your Telegram chat now gets the alerts of another account. Not you? Link it to your account again under Alerts.',
    )
  })

  it('sends nothing to a chat whose id was typed in before its owner agrees there', async () => {
    const [user, chat] = [await writeUser(chats.postgres.store.db, chats.now), chats.newChat()]
    await chats.postgres.store.db.transaction().execute((tx) => saveChatId(tx, user, chat, chats.now))
    await chats.put(user, 'secret of one user')
    await chats.say(chat, '/status')
    await chats.botMessage(chat, /^This chat is not paired/)
    await chats.say(chat, '/start')
    const question = await chats.botMessage(chat, /^Send the alerts of u•••@example\.com to this chat\?/)
    await chats.press(chat, question, 'Yes, send them here')
    await chats.botMessage(chat, /^Telegram alerts are on for this chat/)
    await chats.put(user, 'welcome')
    await chats.botMessage(chat, /welcome/)
    expect((await chats.botTexts(chat)).join()).not.toContain('secret of one user')
  })

  it('ends when the chat is unlinked: the last message reports it', async () => {
    const { user, chat } = await chats.paired()
    await chats.postgres.store.db.transaction().execute((tx) => saveChatId(tx, user, null, chats.now))
    chats.bus.publish('outbox', null)
    await chats.botMessage(chat, /was unlinked/)
    await chats.say(chat, '/status')
    await chats.botMessage(chat, /^This chat is not paired/)
  })
})

describe('commands', () => {
  it('show the state of the account and its positions', async () => {
    const { user, chat } = await chats.paired()
    await writeTrade(chats.postgres.store.db, user, CHAT_DAY, `t-${user}`, 'open')
    await writeTrade(chats.postgres.store.db, user, CHAT_DAY, `c-${user}`, 'closed')
    await chats.say(chat, '/status')
    expect((await chats.botMessage(chat, /^Plan: /)).text).toBe(
      'Plan: Elite · Entries: on · Account: none\nPaper today: 1 open, 1 closed, +₹646.29 net',
    )
    await chats.say(chat, '/positions')
    await chats.botMessage(
      chat,
      /^PAPER NIFTY 25000 CE · 75 @ ₹100\.67 · stop ₹80\.65 · target ₹\d+\.\d\d · time limit \d\d:\d\d$/,
    )
    await chats.say(chat, 'what now')
    await chats.botMessage(chat, /^Sorry, I don’t know that command/)
  })

  it('/stop stops entries once it is confirmed, by the switch of the app, and a second press changes nothing', async () => {
    const { user, chat } = await chats.paired()
    await chats.say(chat, '/stop')
    const question = await chats.botMessage(chat, /^Pause new entries\?/)
    expect(await chats.stopOf(user)).toBeUndefined()
    await chats.press(chat, question, 'Pause entries')
    await chats.botMessage(chat, /^Entries paused\. Resume in the app\.$/)
    expect(await chats.stopOf(user)).toEqual({ engaged: true, changed_by: user, resume_at: null })
    await setKillSwitch(chats.postgres.store.db, user, { engaged: false, by: user, channel: 'web' }, chats.now)
    await chats.press(chat, question, 'Pause entries')
    await chats.botMessage(chat, /^This was already answered/)
    expect(await chats.stopOf(user)).toMatchObject({ engaged: false })
    const changes = await chats.postgres.store.db
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
    const { user, chat } = await chats.paired()
    await chats.say(chat, '/pause')
    await chats.press(
      chat,
      await chats.botMessage(chat, /^Pause new entries until 23 Nov 2026, 09:00\?/),
      'Pause entries',
    )
    await chats.botMessage(chat, /^Entries paused until 23 Nov 2026, 09:00/)
    expect(await chats.stopOf(user)).toMatchObject({
      engaged: true,
      resume_at: new Date(istInstant('2026-11-23' as IstDate, 9)),
    })
    await setKillSwitch(chats.postgres.store.db, user, { engaged: true, by: user, channel: 'web' }, chats.now)
    await chats.say(chat, '/pause')
    await chats.press(chat, await chats.botMessage(chat, /^Pause new entries/), 'Pause entries')
    await chats.botMessage(chat, /^Entries are already paused/)
    expect(await chats.stopOf(user)).toMatchObject({ engaged: true, resume_at: null })
  })

  it.each([
    [
      'cancelled',
      (chat: string, question: BotMessage) => chats.press(chat, question, 'Cancel'),
      /^Nothing was changed/,
    ],
    [
      'confirmed after a minute',
      async (chat: string, question: BotMessage) => {
        await chats.postgres.store.pool.query(`update chat_questions set expires_at = now() where chat_id = $1`, [chat])
        await chats.press(chat, question, 'Pause entries')
      },
      /^This took too long/,
    ],
    [
      'confirmed with a made-up button',
      (chat: string, question: BotMessage) =>
        chats.sandbox.post('/bot/presses', {
          chat_id: Number(chat),
          message_id: question.message_id,
          data: `yes:${randomBytes(16).toString('base64url')}`,
        }),
      /^This took too long/,
    ],
  ] as const)('a stop that is %s changes nothing', async (_what, act, answer) => {
    const { user, chat } = await chats.paired()
    await chats.say(chat, '/stop')
    await act(chat, await chats.botMessage(chat, /^Pause new entries\?/))
    await chats.botMessage(chat, answer)
    expect(await chats.stopOf(user)).toBeUndefined()
  })

  it('a button works in its own chat alone', async () => {
    const { user, chat } = await chats.paired()
    const stranger = chats.newChat()
    await chats.say(chat, '/stop')
    const question = await chats.botMessage(chat, /^Pause new entries\?/)
    await chats.say(stranger, '/help')
    const help = await chats.botMessage(stranger, /^This bot sends/)
    const data = question.reply_markup!.inline_keyboard[0]![0]!.callback_data
    await chats.sandbox.post('/bot/presses', { chat_id: Number(stranger), message_id: help.message_id, data })
    await chats.botMessage(stranger, /^This took too long/)
    expect(await chats.stopOf(user)).toBeUndefined()
  })
})

describe('exits', () => {
  const write = (user: string, id: string) => writeTrade(chats.postgres.store.db, user, CHAT_DAY, id, 'open')
  const exitsOf = (user: string) =>
    chats.postgres.store.db
      .selectFrom('trade_instructions')
      .select(['trade_id', 'kind', 'channel', 'given_by'])
      .where('user_id', '=', user)
      .orderBy('trade_id')
      .execute()
  const exitOf = (user: string, trade_id: string) => ({ trade_id, kind: 'exit', channel: 'telegram', given_by: user })

  it('/exit asks about the one open trade, and gives the instruction once it is confirmed', async () => {
    const { user, chat } = await chats.paired()
    await write(user, `one-${user}`)
    await chats.say(chat, '/exit')
    const question = await chats.botMessage(chat, /^Exit PAPER NIFTY 25000 CE · 75\?/)
    expect(await exitsOf(user)).toEqual([])
    await chats.press(chat, question, 'Exit now')
    await chats.botMessage(chat, /^Exiting NIFTY 25000 CE\. You will be notified/)
    expect(await exitsOf(user)).toEqual([exitOf(user, `one-${user}`)])
    await chats.press(chat, question, 'Exit now')
    await chats.botMessage(chat, /^This was already answered/)
    expect(await exitsOf(user)).toHaveLength(1)
    expect(await chats.stopOf(user)).toBeUndefined()
  })

  it('/exit has a button for each of several trades, and exits the confirmed one alone', async () => {
    const { user, chat } = await chats.paired()
    await write(user, `a-${user}`)
    await write(user, `b-${user}`)
    await chats.say(chat, '/exit')
    const list = await chats.botMessage(chat, /^Which trade do you want to exit\?/)
    const buttons = list.reply_markup!.inline_keyboard.flat()
    expect(buttons.map(({ text }) => text)).toEqual(Array(2).fill('PAPER NIFTY 25000 CE · 75'))
    const { callback_data: data } = buttons.find((one) => one.callback_data.endsWith(`b-${user}`))!
    await chats.sandbox.post('/bot/presses', { chat_id: Number(chat), message_id: list.message_id, data })
    await chats.press(chat, await chats.botMessage(chat, /^Exit PAPER NIFTY 25000 CE/), 'Exit now')
    await chats.botMessage(chat, /^Exiting /)
    expect(await exitsOf(user)).toEqual([exitOf(user, `b-${user}`)])
  })

  it('/exit without an open trade asks nothing', async () => {
    const { chat } = await chats.paired()
    await chats.say(chat, '/exit')
    expect((await chats.botMessage(chat, /^No open positions/)).reply_markup).toBeUndefined()
  })

  it.each([
    ['cancelled', 'Cancel', /^Nothing was changed/],
    ['confirmed after the trade was closed', 'Exit now', /^This trade has been closed already/],
  ])('an exit that is %s gives no instruction', async (what, label, reply) => {
    const { user, chat } = await chats.paired()
    await write(user, `x-${user}`)
    await chats.say(chat, '/exit')
    const question = await chats.botMessage(chat, /^Exit PAPER/)
    if (what !== 'cancelled')
      await chats.postgres.store.pool.query(
        `update trades set state = 'closed', body = body || '{"state": "closed"}' where id = $1`,
        [`x-${user}`],
      )
    await chats.press(chat, question, label)
    await chats.botMessage(chat, reply)
    expect(await exitsOf(user)).toEqual([])
  })

  it('a button with the trade of another account opens no question', async () => {
    const [{ user }, other] = [await chats.paired(), await chats.paired()]
    await write(user, `mine-${user}`)
    await write(other.user, `theirs-${other.user}`)
    await chats.say(other.chat, '/exit')
    const { message_id } = await chats.botMessage(other.chat, /^Exit PAPER/)
    const press = { chat_id: Number(other.chat), message_id, data: `exit:mine-${user}` }
    await chats.sandbox.post('/bot/presses', press)
    expect((await chats.botMessage(other.chat, /^This trade has been closed already/)).reply_markup).toBeUndefined()
    expect(await exitsOf(user)).toEqual([])
  })

  it('/exitall pauses entries and exits every trade, once it is confirmed', async () => {
    const { user, chat } = await chats.paired()
    await write(user, `a-${user}`)
    await write(user, `b-${user}`)
    await chats.say(chat, '/exitall')
    const question = await chats.botMessage(chat, /^Pause new entries and exit your 2 open trades\?/)
    expect([await exitsOf(user), await chats.stopOf(user)]).toEqual([[], undefined])
    await chats.press(chat, question, 'Pause and exit all')
    await chats.botMessage(chat, /^Entries paused\. Exiting 2 trades\. .* Resume in the app\.$/)
    expect(await exitsOf(user)).toEqual([exitOf(user, `a-${user}`), exitOf(user, `b-${user}`)])
    expect(await chats.stopOf(user)).toEqual({ engaged: true, changed_by: user, resume_at: null })
  })
})

describe('language', () => {
  const HINDI = /\p{Script=Devanagari}/u
  const isHindi = (text: string) => text.split('\n').every((line) => line === '' || HINDI.test(line))
  const setLanguage = (user: string, language: 'en' | 'hi' | null) =>
    chats.postgres.store.db.updateTable('identity_users').set({ language }).where('id', '=', user).execute()

  it('is the account’s in each reply, question and button, whatever the person’s Telegram speaks', async () => {
    const { user, chat } = await chats.paired()
    await setLanguage(user, 'hi')
    await writeTrade(chats.postgres.store.db, user, CHAT_DAY, `h-${user}`, 'open')
    const before = (await chats.botTexts(chat)).length
    for (const command of [
      '/help',
      '/status',
      '/positions',
      '/start',
      'hello',
      `/start ${randomBytes(9).toString('hex')}`,
    ])
      await chats.say(chat, command, 'en')
    await chats.say(chat, '/stop', 'en')
    const question = await chats.botMessage(chat, /^नई एंट्री रोकें\?/)
    expect(question.reply_markup!.inline_keyboard.flat().map((button) => button.text)).toEqual(['एंट्री रोकें', 'रद्द करें'])
    await chats.press(chat, question, 'एंट्री रोकें')
    await chats.botMessage(chat, /^एंट्री रुकी हैं/)
    await chats.say(chat, '/exit', 'en')
    await chats.press(chat, await chats.botMessage(chat, /से एग्ज़िट करें\?/), 'अभी एग्ज़िट करें')
    await chats.botMessage(chat, /^NIFTY 25000 CE से एग्ज़िट हो रहा है/)
    await chats.say(chat, '/exitall', 'en')
    await chats.press(chat, await chats.botMessage(chat, /^नई एंट्री रोकें और/), 'रोकें और सभी से एग्ज़िट करें')
    await chats.botMessage(chat, /^एंट्री रुकी हैं। 1 ट्रेड से एग्ज़िट/)
    const replies = (await chats.botTexts(chat)).slice(before)
    expect(replies).toHaveLength(9)
    expect(replies.filter((text) => !isHindi(text))).toEqual([])
  })

  it('is English where the account has chosen none', async () => {
    const { user, chat } = await chats.paired()
    await setLanguage(user, null)
    await chats.say(chat, '/help', 'hi')
    await chats.botMessage(chat, /^This bot sends/)
  })

  it('is the person’s while no account has the chat', async () => {
    const chat = chats.newChat()
    await chats.say(chat, '/status', 'hi-IN')
    await chats.botMessage(chat, /^यह चैट किसी खाते से जुड़ी नहीं है/)
    const english = chats.newChat()
    await chats.say(english, '/status', 'ta')
    await chats.botMessage(english, /^This chat is not paired/)
  })

  it('is the account’s in each alert when it is sent; one from before messages were data stays English', async () => {
    const { user, chat } = await chats.paired()
    await chats.stop()
    await chats.put(user, 'Old sentence.')
    const message = { code: 'alert.pause_over' } as const
    const alert = { userId: user, kind: 'account_changed', key: 'over', at: chats.now, message, link: null } as const
    const contract = { symbol: 'NIFTY', strike: 24_500, side: 'CE' } as const
    const alarm = { code: 'alarm.unprotected', contract, units: 65 } as const
    const attention = {
      userId: user,
      kind: 'attention',
      key: 'alarm',
      at: chats.now,
      message: alarm,
      link: null,
    } as const
    await chats.postgres.store.db.transaction().execute((tx) => notify(tx, [alert, attention], chats.now))
    await setLanguage(user, 'hi')
    await chats.start()
    await chats.botMessage(chat, /^Exit · 08:00\nOld sentence\.$/)
    for (const part of [/विराम/, /NIFTY 24500 CE/]) {
      const { text } = await chats.botMessage(chat, part)
      expect(isHindi(text)).toBe(true)
    }
  })

  it('has a menu of its own', async () => {
    const menu = async (language_code: string) => {
      const answer = await fetch(
        `${chats.sandbox.url}/bot-api/bot${readConfig({ SANDBOX_URL: chats.sandbox.url }).telegram!.botToken.reveal()}/getMyCommands`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ language_code }),
        },
      )
      return ((await answer.json()) as { result: { command: string; description: string }[] }).result
    }
    await expect.poll(async () => (await menu('hi')).length, { timeout: 20_000 }).toBe(7)
    const [hindi, other] = [await menu('hi'), await menu('ta')]
    expect(hindi.map(({ command }) => command)).toEqual(other.map(({ command }) => command))
    expect(hindi.every(({ description }) => HINDI.test(description))).toBe(true)
    expect(other.some(({ description }) => HINDI.test(description))).toBe(false)
  })
})
