import { setImmediate as letOthersAsk } from 'node:timers/promises'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isRestorable, type PathAct } from '@strikewise/exchange/prices/path-snapshot.ts'
import type { ScenarioStep } from '@strikewise/exchange/scenarios/named-scenario.ts'
import type { BotPieces, BotState } from '../bot/bot-state.ts'
import type { AccountStore } from '../broker/account.ts'
import type { SessionStore } from '../broker/sessions.ts'
import type { Market, MarketListener } from '../market.ts'
import { JournalFile } from './journal-file.ts'
import { savedStateFileIn, pieceOf } from './saved-state.ts'

/** The file is started over when it has grown to this many times its first size, and by at least this much. */
const GROWTH = 4
const MIN_GROWTH_BYTES = 4 * 1024 * 1024

/** The market's time is written this much real time ahead, so that a market that goes on never goes back. */
const AHEAD_MS = 2_000

export interface StateWriterOptions {
  /** The folder of the books. */
  readonly data: string
  /** Which market they are of: another one must not go on from them. */
  readonly name: string
  readonly market: Market
  /** What scenarios still have to bring, and a number that grows when it changes. */
  readonly runningScenarios: { readonly steps: readonly ScenarioStep[]; readonly version: number }
  /** Whether the market's time is ours, to be gone on with; a followed market has the world's. */
  readonly persistsTime: boolean
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly bots: BotState
  /** While true, what the exchange does is answered without being written. */
  readonly canLoseTail: () => boolean
  /** Nothing can be written any more. */
  readonly onLost: (error: unknown) => void
}

/**
 * Keeps what the broker would never forget in a file: whatever the exchange's log shows has changed, one write for all that
 * came together. Nothing may be answered, or sent, before `durable` resolves.
 */
export class StateWriter implements MarketListener {
  readonly #options: StateWriterOptions
  readonly #file: JournalFile
  /** Clients whose settings or login have changed. */
  readonly #touched = new Set<string>()
  /** Pieces of the chats that have changed, by kind and id. */
  readonly #touchedChats = new Map<string, readonly [kind: keyof BotPieces, id: string]>()
  /** The next entry of the exchange's log when it was last written; 0: nothing is. */
  #seq = 0
  #clockAt = 0 as EpochMs
  #pricePath = ''
  #begunSize = 0
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #isLost = false

  constructor(options: StateWriterOptions) {
    this.#options = options
    this.#file = new JournalFile(savedStateFileIn(options.data))
    const touch = (userId: string) => void this.#touched.add(userId)
    options.accounts.onChange(touch)
    options.sessions.onChange(touch)
    options.bots.onChange((kind, id) => this.#touchedChats.set(`${kind}/${id}`, [kind, id]))
  }

  /** Resolves when everything that has happened is in the file; at once when nothing has. Rejects when it cannot be. */
  durable(): Promise<void> {
    if (this.#isBehind()) this.#next ??= this.#writeAfter(this.#running)
    return this.#next ?? this.#running ?? Promise.resolve()
  }

  afterBatch(): void {
    // A failure is reported by `onLost`.
    if (!this.#isLost && this.#isBehind()) this.durable().catch(() => undefined)
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    if (!this.#isLost) await this.durable()
    await this.#file.close()
  }

  #isBehind(): boolean {
    const { exchange } = this.#options.market
    const isExchangeBehind = this.#seq !== exchange.state.log.nextSeq && !this.#options.canLoseTail()
    const isTouched = this.#touched.size + this.#touchedChats.size > 0
    return isTouched || isExchangeBehind || this.#isClockDue() || this.#pricePath !== this.#pricePathNow()
  }

  #isClockDue(): boolean {
    return this.#options.persistsTime && this.#ahead(AHEAD_MS / 2) > this.#clockAt
  }

  /** Another text whenever the market's course was changed. */
  #pricePathNow(): string {
    const last = this.#actsNow().at(-1)
    const end = last !== undefined && 'skippedTo' in last ? last.skippedTo : 0
    return `${last?.seq ?? 0} ${end} ${this.#options.runningScenarios.version}`
  }

  #actsNow(): readonly PathAct[] {
    const { path } = this.#options.market
    return isRestorable(path) ? path.acts : []
  }

  /** Where the market will be after some real time. */
  #ahead(realMs: number): EpochMs {
    const { now, speed, running } = this.#options.market.clock()
    return (now + (running ? realMs * speed : 0)) as EpochMs
  }

  async #writeAfter(before: Promise<void> | undefined): Promise<void> {
    await before
    // Calls that came in the same moment share the write.
    await letOthersAsk()
    const writing = this.#write().catch((error: unknown) => {
      this.#isLost = true
      this.#options.onLost(error)
      throw error
    })
    this.#running = writing
    this.#next = undefined
    await writing
    if (this.#running === writing) this.#running = undefined
  }

  /** Everything is copied before the first await: the market moves on meanwhile. */
  #write(): Promise<void> {
    if (this.#options.canLoseTail()) return this.#file.append(this.#withoutExchange())
    const { market, name, accounts: clients } = this.#options
    const grown = this.#file.size > Math.max(GROWTH * this.#begunSize, this.#begunSize + MIN_GROWTH_BYTES)
    const changed = market.exchange.changesSince(grown ? 0 : this.#seq)
    const { isWhole, context, accounts, orders } = changed
    if (isWhole) {
      for (const { userId } of clients.all()) this.#touched.add(userId)
      for (const name of this.#options.bots.pieces()) this.#touchedChats.set(name.join('/'), name)
    }
    const pieces = new Map([
      pieceOf('market', '', name),
      pieceOf('context', '', context),
      ...accounts.map((account) => pieceOf('account', account.accountId, account)),
      ...orders.map((order) => pieceOf('order', order.orderId, order)),
      ...this.#withoutExchange(),
    ])
    this.#seq = context.nextSeq
    return isWhole ? this.#begin(pieces) : this.#file.append(pieces)
  }

  /** The market's time and course, and what has changed of clients, logins and chats. */
  #withoutExchange(): Map<string, unknown> {
    const { market, accounts: clients, sessions } = this.#options
    this.#clockAt = this.#ahead(AHEAD_MS)
    this.#pricePath = this.#pricePathNow()
    const touched = [...this.#touched]
    const chats = [...this.#touchedChats.values()]
    this.#touched.clear()
    this.#touchedChats.clear()
    return new Map<string, unknown>([
      ...chats.map(([kind, id]) => pieceOf(kind, id, this.#options.bots.piece(kind, id))),
      pieceOf('clock', '', this.#clockAt),
      pieceOf('acts', '', this.#actsNow()),
      pieceOf('steps', '', this.#options.runningScenarios.steps),
      ...touched.flatMap((id) => [
        pieceOf('client', id, clients.byUser(id)),
        pieceOf('session', id, sessions.ofUser(id, market.now())),
      ]),
    ])
  }

  async #begin(pieces: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#file.replace(pieces)
    this.#begunSize = this.#file.size
  }
}
