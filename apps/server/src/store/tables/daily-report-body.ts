import type { EntryFill } from '@strikewise/domain/trading/entry-fill.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { PeriodReport, ReportTrade } from '@strikewise/domain/reports/period-report.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ExitReason } from '@strikewise/execution/trade/trade.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { RefusalAction } from '@strikewise/wire/trades.ts'

/** Stands where a trade has its reason to exit, on the line of units that were sold short and bought back. */
export const SHORT_COVERED = 'short_covered'

/** How often entries were refused to a user for one reason. */
export interface RefusalCount {
  readonly code: string
  /** The words of the newest one. */
  readonly text: string
  readonly message: StoredMessage
  readonly count: number
  readonly remedy: RefusalAction | null
}

/** A closed trade as a report lists it. Money in paise, from the broker's own fills. */
export interface ClosedTradeLine extends ReportTrade {
  readonly id: string
  readonly mode: LinkMode
  readonly strike: number
  readonly side: OptionContract['side']
  readonly tradingsymbol: string
  readonly enteredAt: EpochMs
  readonly closedAt: EpochMs
  /** Units bought and sold again. */
  readonly quantity: number
  /** Units of them that were sold in a part exit; missing: none. */
  readonly reduced?: number
  readonly entryValue: Paise
  readonly exitValue: Paise
  /** What the trade risked when it was opened, for all its units (1 R); null for what covered a short. */
  readonly risk: Paise | null
  /** `by_hand` in reports from before it was `manual`: their rows stay as they were written. */
  readonly exitReason: ExitReason | typeof SHORT_COVERED
  /** Missing for what covered a short, and in reports from before it was stored. */
  readonly entryFill?: EntryFill
  readonly decisionId: string
  /** Missing: the engine decided it. */
  readonly origin?: 'manual'
}

/** What one kind of account did on a day, and how its month stood at the end of it. */
export interface KindOfDay {
  readonly mode: LinkMode
  readonly sums: PeriodReport
  readonly trades: readonly ClosedTradeLine[]
  /** The equity curve of the month: net results of its days so far, and their running sum. */
  readonly month: readonly { readonly day: IstDate; readonly net: Paise; readonly running: Paise }[]
}

/** A user's day as it is reported after the close, and stored. Money in paise; paper and live stand apart. */
export interface DailyReport {
  readonly on: IstDate
  /** Live first; a kind that did not trade is missing. */
  readonly kinds: readonly KindOfDay[]
  /** Trades whose end the broker's books did not show when this was written: in no sum. */
  readonly unsettled: number
  readonly refusals: readonly RefusalCount[]
  /** Live execution had been armed by trades that showed an edge, and no longer do. */
  readonly disarmed: boolean
}
