// @invariant kept-books The paper exchange keeps every order it answered.
import { join } from 'node:path'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExchangeSnapshot, ExchangeStatePiece } from '@strikewise/exchange/snapshot/exchange-snapshot.ts'
import type { SavedPath, PathAct } from '@strikewise/exchange/prices/path-snapshot.ts'
import type { ScenarioStep } from '@strikewise/exchange/scenarios/named-scenario.ts'
import type { BotPieces } from '../bot/bot-state.ts'
import type { Account } from '../broker/account.ts'
import type { BrokerSession } from '../broker/sessions.ts'
import { readPricePath } from './price-path-file.ts'
import { SavedStateError, readJournal } from './journal-file.ts'

/** What a sandbox goes on from: the exchange's books, the broker's clients with their logins, and the market's time. */
export interface SavedState {
  readonly exchange: ExchangeSnapshot
  readonly clients: readonly Account[]
  readonly sessions: readonly BrokerSession[]
  /** No earlier than any instant a client has seen. */
  readonly at: EpochMs
  /** The market itself, where it was made up; undefined: only its seed is known. */
  readonly course: SavedPath | undefined
  /** Bots with their chats and messages. */
  readonly bots: { readonly [K in keyof BotPieces]: readonly BotPieces[K][] }
  /** What scenarios that were played still have to bring. */
  readonly steps: readonly ScenarioStep[]
}

/** The pieces of the books by the beginning of their names; what follows shows whose they are. */
interface Kinds extends BotPieces {
  /** Which market they are of. */
  market: string
  context: ExchangeStatePiece
  clock: EpochMs
  /** What was done to the market since it was last saved. */
  acts: readonly PathAct[]
  steps: readonly ScenarioStep[]
  account: ExchangeSnapshot['accounts'][number]
  order: ExchangeSnapshot['orders'][number]
  client: Account
  session: BrokerSession
}

/** The names of pieces in files that earlier versions wrote. */
const EARLIER_NAMES = { context: 'world', steps: 'cues' } as const

/** A piece with its name, as the file takes it. */
export function pieceOf<K extends keyof Kinds>(kind: K, id: string, piece: Kinds[K] | undefined): [string, unknown] {
  return [id === '' ? kind : `${kind}/${id}`, piece]
}

export function savedStateFileIn(data: string): string {
  return join(data, 'books')
}

/**
 * The books in a data folder; undefined when none were ever kept there. Throws BooksError when they cannot be read, or are
 * of another market than `market`.
 */
export function readSavedState(data: string, market: string): SavedState | undefined {
  const file = savedStateFileIn(data)
  const pieces = readJournal(file)
  if (pieces === undefined) return undefined
  // The file is ours, whole by its checksums and of this program's format: its pieces are what was put in.
  const all = <K extends keyof Kinds>(kind: K) =>
    [...pieces].flatMap(([key, piece]) => (key === kind || key.startsWith(`${kind}/`) ? [piece as Kinds[K]] : []))
  const sole = <K extends keyof typeof EARLIER_NAMES>(kind: K) =>
    (pieces.get(kind) ?? pieces.get(EARLIER_NAMES[kind])) as Kinds[K] | undefined
  const context = sole('context')
  const [at] = all('clock')
  const [savedMarket] = all('market')
  if (context === undefined || at === undefined) throw new SavedStateError(`${file} holds no books.`)
  if (savedMarket !== market)
    throw new SavedStateError(
      `${file} is of the market "${savedMarket}", not "${market}": start that one, or choose another folder with --data.`,
    )
  const snapshot = readPricePath(data)
  const [acts = []] = all('acts')
  return {
    exchange: { context, accounts: all('account'), orders: all('order') },
    clients: all('client'),
    sessions: all('session'),
    at,
    course: snapshot && { snapshot, acts },
    bots: { bot: all('bot'), chat: all('chat'), message: all('message'), botNumbers: all('botNumbers') },
    steps: sole('steps') ?? [],
  }
}
