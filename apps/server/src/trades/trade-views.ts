import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ActiveTradeRow, EntryRefusalsReply, TradeLogRow } from '@strikewise/wire/trades.ts'
import type { TradeHistory } from './trade-history.ts'

/** Which of a day's refusals are asked for. */
export interface RefusalPage {
  readonly limit: number
  /** `next` of the page before: instant and decision of its last row. */
  readonly before: string | undefined
  /** Undefined: up to the newest. */
  readonly until: EpochMs | undefined
  /** Of the texts. */
  readonly language: Language
}

/** What `web` shows of a user's trades, read from the rows the trader role commits. */
export interface TradeViews {
  /** Trades that hold a position now, oldest entry first. */
  activeTrades(userId: string, day: IstDate): Promise<readonly ActiveTradeRow[]>
  /** All trades of a day that got a position, oldest entry first; `closedOnly` leaves the running ones out. */
  tradeLogs(userId: string, day: IstDate, closedOnly: boolean): Promise<readonly TradeLogRow[]>
  /** What happened to one trade; undefined when the user has no such trade, or it never got a position. */
  history(userId: string, tradeId: string): Promise<TradeHistory | undefined>
  /**
   * Decisions of a day that did not become a trade of this user, newest first, those after `before` in that order and none
   * younger than `until`: the strike they name shows where the index was.
   */
  entryRefusals(userId: string, day: IstDate, page: RefusalPage): Promise<EntryRefusalsReply>
}
