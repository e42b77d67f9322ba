import { randomBytes } from 'node:crypto'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { startAlerts } from '../src/alerts/alerts-worker.ts'
import { newChatCode } from '../src/alerts/telegram/pairing.ts'
import { notify, type Alert } from '../src/alerts/notify.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { readConfig } from '../src/config.ts'
import { Secret } from '../src/secret.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { Vault } from '../src/secrets/vault.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'
import { writeUser } from './alert-users.ts'
import { SandboxStack, until } from './trading-stack.ts'

/** A Friday with a session. */
export const CHAT_DAY = '2026-11-20' as IstDate

/** A message of the sandbox's Telegram. */
export interface BotMessage {
  readonly message_id: number
  readonly text: string
  readonly from: { readonly is_bot: boolean }
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { text: string; callback_data: string }[])[] }
}

/** The workers of the alerts beside a sandbox, whose Telegram the tests use as people do. */
export class ChatStack {
  sandbox!: SandboxStack
  postgres!: TestPostgres
  bus!: ThreadBus
  readonly #master = new MasterKey(new Secret(randomBytes(32).toString('hex')))
  now: EpochMs = istInstant(CHAT_DAY, 8)
  /** Lines of the log. */
  readonly logs: string[] = []
  #running: { close(): Promise<void> } | undefined
  #lastChat = 5000

  async open(): Promise<void> {
    this.sandbox = await SandboxStack.start(['--seed', 'chat'])
    this.postgres = await startTestPostgres()
    const name = `chat-${randomBytes(4).toString('hex')}`
    this.bus = openThreadBus(name, name)
    await this.start()
  }

  async close(): Promise<void> {
    await this.#running?.close()
    this.bus?.close()
    await this.postgres?.stop()
    await this.sandbox?.stop()
  }

  /** Ends the faults of a test, and starts the workers again where it stopped them. */
  async recover(): Promise<void> {
    await fetch(`${this.sandbox.url}/sandbox/faults`, { method: 'DELETE' })
    await this.start()
  }

  async start(): Promise<void> {
    if (this.#running !== undefined) return
    const config = readConfig({ SANDBOX_URL: this.sandbox.url })
    const clock = { now: () => this.now, sleep: async () => {}, at: () => () => {} }
    const logger = pino({ level: 'debug' }, { write: (line: string) => this.logs.push(line) })
    const { db } = this.postgres.store
    const publicUrl = 'https://strikewise.example'
    const flags = openFeatureFlags(db)
    this.#running = startAlerts({ config, db, vault: this.vault, bus: this.bus, clock, logger, flags, publicUrl })
  }

  async stop(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  get vault(): Vault {
    return new Vault(this.postgres.store.db, this.#master)
  }

  newChat(): string {
    this.#lastChat += 1
    return String(this.#lastChat)
  }

  messages(chat: string): Promise<BotMessage[]> {
    return this.sandbox.get<BotMessage[]>(`/bot/messages?chat_id=${chat}`)
  }

  /** What the bot wrote, oldest first. */
  async botTexts(chat: string): Promise<string[]> {
    const written = (await this.messages(chat)).filter((message) => message.from.is_bot)
    return written.map((message) => message.text).toReversed()
  }

  /** The message of the bot that matches `text`, once it has come. */
  botMessage(chat: string, text: RegExp): Promise<BotMessage> {
    return until(`${text} in chat ${chat}`, 20_000, async () =>
      (await this.messages(chat)).find((message) => message.from.is_bot && text.test(message.text)),
    )
  }

  /** A bot receives only what is written after its first call. `language` is that of the user's Telegram. */
  async say(chat: string, text: string, language?: string): Promise<void> {
    const message = { chat_id: Number(chat), text, ...(language === undefined ? {} : { language_code: language }) }
    await until(`the bot to receive ${text}`, 20_000, async () =>
      this.sandbox.post<object>('/bot/messages', message).catch(() => undefined),
    )
  }

  press(chat: string, message: BotMessage, label: string): Promise<unknown> {
    const button = message.reply_markup!.inline_keyboard.flat().find((one) => one.text === label)!
    return this.sandbox.post('/bot/presses', {
      chat_id: Number(chat),
      message_id: message.message_id,
      data: button.callback_data,
    })
  }

  /** A user paired by the start link. */
  async paired(): Promise<{ user: string; chat: string }> {
    const [user, chat] = [await writeUser(this.postgres.store.db, this.now), this.newChat()]
    await this.say(chat, `/start ${await newChatCode(this.postgres.store.db, user)}`)
    await this.botMessage(chat, /^Paired with u•••@example\.com/)
    await this.botMessage(chat, /^Account changed · \d\d:\d\d\nTelegram alerts are on for a new chat/)
    return { user, chat }
  }

  /** Notifies a user of `texts`, in this order. */
  async put(userId: string, ...texts: string[]): Promise<void> {
    const alerts = texts.map((text): Alert => {
      const key = randomBytes(4).toString('hex')
      return { userId, kind: 'exit', key, at: this.now, message: { code: 'legacy.text', text }, link: null }
    })
    await this.postgres.store.db.transaction().execute((tx) => notify(tx, alerts, this.now))
    this.bus.publish('outbox', null)
  }

  profileOf(user: string) {
    return this.postgres.store.db
      .selectFrom('profiles')
      .select(['telegram_chat_id', 'telegram_paired_at', 'telegram_unreachable_at'])
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow()
  }

  stopOf(user: string) {
    return this.postgres.store.db
      .selectFrom('kill_switches')
      .select(['engaged', 'changed_by', 'resume_at'])
      .where('scope', '=', user)
      .executeTakeFirst()
  }
}
