/** What the Bot API keeps of its bots, chats and messages. The newest messages are kept. */
const MAX_MESSAGES = 500

export interface BotUser {
  readonly id: number
  readonly is_bot: boolean
  readonly first_name: string
  readonly username?: string
  /** The language of a person's Telegram, as it names it: `hi`, `en-IN`. */
  readonly language_code?: string
}

export interface BotMessage {
  readonly message_id: number
  readonly date: number
  readonly chat: { readonly id: number; readonly type: 'private'; readonly first_name: string }
  readonly from: BotUser
  text: string
  edit_date?: number
  reply_markup?: unknown
  entities?: readonly { readonly type: string; readonly offset: number; readonly length: number }[]
}

export type Update =
  | { readonly update_id: number; readonly message: BotMessage }
  | {
      readonly update_id: number
      readonly callback_query: {
        readonly id: string
        readonly from: BotUser
        readonly message: BotMessage
        readonly chat_instance: string
        readonly data: string
      }
    }

export interface Chat {
  readonly id: number
  readonly name: string
  /** Of the user's Telegram; omitted: the service does not report it. */
  readonly language?: string
  /** Whether the person has blocked the bot. */
  readonly blocked: boolean
}

/** A bot as it is kept over a restart. */
export interface BotRecord {
  readonly token: string
  readonly commands: readonly unknown[]
  /** Menus of the languages that have one of their own. */
  readonly menus?: Readonly<Record<string, readonly unknown[]>>
  readonly nextUpdate: number
  /** Those not confirmed yet. */
  readonly updates: readonly Update[]
}

/** Everything of a `BotState` that is kept over a restart, by the kind of its piece. */
export interface BotPieces {
  bot: BotRecord
  chat: Chat
  message: BotMessage
  /** The next numbers of a message and of a pressed button. */
  botNumbers: { readonly message: number; readonly callback: number }
}

/** Names a piece that has changed; `id` is empty for the numbers. */
type OnBotChange = (kind: keyof BotPieces, id: string) => void

/** One bot, known by its token. */
export class Bot {
  readonly token: string
  readonly me: BotUser
  readonly #onChange: () => void
  /** By language; empty: for each that has none of its own. */
  readonly #menus = new Map<string, readonly unknown[]>()
  #nextUpdate = 1
  #updates: Update[] = []
  #wake: (() => void) | undefined
  #evict: (() => void) | undefined

  constructor(token: string, onChange: () => void) {
    this.token = token
    this.#onChange = onChange
    this.me = {
      id: Number(token.split(':')[0]),
      is_bot: true,
      first_name: 'Sandbox bot',
      username: 'strikewise_sandbox_bot',
    }
  }

  /** The menu of a language; without one of its own, what was set without a language. */
  commands(language: string): readonly unknown[] {
    return this.#menus.get(language) ?? this.#menus.get('') ?? []
  }

  setCommands(language: string, commands: readonly unknown[]): void {
    this.#menus.set(language, commands)
    this.#onChange()
  }

  get state(): BotRecord {
    const menus = Object.fromEntries(this.#menus)
    return {
      token: this.token,
      commands: this.commands(''),
      menus,
      nextUpdate: this.#nextUpdate,
      updates: this.#updates,
    }
  }

  restore({ commands, menus = {}, nextUpdate, updates }: BotRecord): void {
    this.#menus.set('', commands)
    for (const [language, menu] of Object.entries(menus)) this.#menus.set(language, menu)
    this.#nextUpdate = nextUpdate
    this.#updates = [...updates]
  }

  push(make: (updateId: number) => Update): void {
    this.#updates.push(make(this.#nextUpdate))
    this.#nextUpdate += 1
    this.#onChange()
    this.#wake?.()
  }

  /**
   * Updates from `offset` on, waiting up to `timeoutMs` for one. An offset confirms all below it. A newer call ends
   * the one that waits: that one resolves to `undefined`.
   */
  async updates(offset: number, limit: number, timeoutMs: number, signal: AbortSignal): Promise<Update[] | undefined> {
    this.#evict?.()
    const open = this.#updates.filter((update) => update.update_id >= offset)
    if (open.length < this.#updates.length) {
      this.#updates = open
      this.#onChange()
    }
    if (this.#updates.length === 0 && timeoutMs > 0 && !(await this.#waited(timeoutMs, signal))) return undefined
    return this.#updates.slice(0, limit)
  }

  #waited(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (served: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        this.#wake = undefined
        this.#evict = undefined
        resolve(served)
      }
      const onAbort = () => end(true)
      const timer = setTimeout(() => end(true), timeoutMs)
      signal.addEventListener('abort', onAbort)
      this.#wake = () => end(true)
      this.#evict = () => end(false)
    })
  }
}

export class BotState {
  readonly #bots = new Map<string, Bot>()
  /** Chats in which a person has written. */
  readonly #chats = new Map<number, Chat>()
  #messages: BotMessage[] = []
  #nextMessage = 1
  #nextCallback = 1
  callbackAnswers: { id: string; text: string }[] = []
  #onChange: OnBotChange = () => undefined

  bot(token: string): Bot {
    const known = this.#bots.get(token)
    if (known !== undefined) return known
    const bot = new Bot(token, () => this.#onChange('bot', token))
    this.#bots.set(token, bot)
    this.#onChange('bot', token)
    return bot
  }

  /** Calls `listener` with each piece that changes. */
  onChange(listener: OnBotChange): void {
    this.#onChange = listener
  }

  /** A piece as it is now; undefined when it is gone. */
  piece<K extends keyof BotPieces>(kind: K, id: string): BotPieces[K] | undefined
  piece(kind: keyof BotPieces, id: string): BotPieces[keyof BotPieces] | undefined {
    switch (kind) {
      case 'bot':
        return this.#bots.get(id)?.state
      case 'chat':
        return this.#chats.get(Number(id))
      case 'message':
        return this.#messages.find((message) => message.message_id === Number(id))
      case 'botNumbers':
        return { message: this.#nextMessage, callback: this.#nextCallback }
    }
  }

  /** The names of all pieces. */
  pieces(): (readonly [kind: keyof BotPieces, id: string])[] {
    return [
      ['botNumbers', ''],
      ...[...this.#bots.keys()].map((id) => ['bot', id] as const),
      ...[...this.#chats.keys()].map((id) => ['chat', String(id)] as const),
      ...this.#messages.map((message) => ['message', String(message.message_id)] as const),
    ]
  }

  /** Goes on with what an earlier start has kept. */
  restore(saved: { readonly [K in keyof BotPieces]: readonly BotPieces[K][] }): void {
    for (const state of saved.bot) this.bot(state.token).restore(state)
    for (const chat of saved.chat) this.#chats.set(chat.id, chat)
    this.#messages = saved.message.toSorted((a, b) => a.message_id - b.message_id)
    const [numbers] = saved.botNumbers
    if (numbers === undefined) return
    this.#nextMessage = numbers.message
    this.#nextCallback = numbers.callback
  }

  chat(id: number): Chat | undefined {
    return this.#chats.get(id)
  }

  setBlocked(id: number, blocked: boolean): void {
    const chat = this.#chats.get(id)
    if (chat !== undefined) this.#setChat({ ...chat, blocked })
  }

  messages(chatId?: number): BotMessage[] {
    const shown = chatId === undefined ? this.#messages : this.#messages.filter((message) => message.chat.id === chatId)
    return shown.toReversed()
  }

  message(chatId: number, messageId: number): BotMessage | undefined {
    return this.#messages.find((message) => message.chat.id === chatId && message.message_id === messageId)
  }

  /** A message of the bot to a chat. */
  botMessage(bot: Bot, chatId: number, text: string, replyMarkup: unknown): BotMessage {
    return this.#store(chatId, bot.me, text, replyMarkup)
  }

  /** A message's text or buttons are others now. */
  edited(message: BotMessage): void {
    this.#onChange('message', String(message.message_id))
  }

  /** A person writes to the bots of this world (there is one, as a rule). Returns how many bots got it. */
  userMessage(chatId: number, text: string, language = this.#chats.get(chatId)?.language): number {
    const known = this.#chats.get(chatId) ?? { id: chatId, name: `Chat ${chatId}`, blocked: false }
    const chat = language === undefined ? known : { ...known, language }
    if (!this.#chats.has(chatId) || chat.language !== known.language) this.#setChat(chat)
    const message = this.#store(chatId, this.#user(chatId), text, undefined)
    for (const bot of this.#bots.values()) bot.push((update_id) => ({ update_id, message }))
    return this.#bots.size
  }

  /** A person presses the button with `data` under a message of the bot. */
  userPressesButton(message: BotMessage, data: string): number {
    const id = String(this.#nextCallback)
    this.#nextCallback += 1
    this.#onChange('botNumbers', '')
    const from = this.#user(message.chat.id)
    const query = { id, from, message, chat_instance: String(message.chat.id), data }
    for (const bot of this.#bots.values()) bot.push((update_id) => ({ update_id, callback_query: query }))
    return this.#bots.size
  }

  #setChat(chat: Chat): void {
    this.#chats.set(chat.id, chat)
    this.#onChange('chat', String(chat.id))
  }

  #user(chatId: number): BotUser {
    const { name = `Chat ${chatId}`, language } = this.#chats.get(chatId) ?? {}
    const user = { id: chatId, is_bot: false, first_name: name }
    return language === undefined ? user : { ...user, language_code: language }
  }

  #store(chatId: number, from: BotUser, text: string, replyMarkup: unknown): BotMessage {
    const chat = { id: chatId, type: 'private' as const, first_name: this.#chats.get(chatId)?.name ?? `Chat ${chatId}` }
    const command = /^\/\w+/.exec(text)?.[0]
    const message: BotMessage = {
      message_id: this.#nextMessage,
      date: Math.floor(Date.now() / 1000),
      chat,
      from,
      text,
      ...(replyMarkup === undefined ? {} : { reply_markup: replyMarkup }),
      ...(command === undefined ? {} : { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
    }
    this.#nextMessage += 1
    const [oldest] = this.#messages
    if (this.#messages.length >= MAX_MESSAGES) this.#onChange('message', String(oldest!.message_id))
    this.#messages = [...this.#messages.slice(-(MAX_MESSAGES - 1)), message]
    this.#onChange('message', String(message.message_id))
    this.#onChange('botNumbers', '')
    return message
  }
}
