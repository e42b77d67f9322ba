import type { ExchangeOrders } from './exchange-orders.ts'
import type { CallLog } from './call-log.ts'
import type { Observations } from './observations.ts'
import type { Findings } from './findings.ts'
import type { Intents } from './intents.ts'
import type { RowTimes } from './row-times.ts'
import type { Leaderships } from './leadership.ts'
import type { QuoteVisibilities } from './quote-visibility.ts'
import type { ActiveFaults } from './active-faults.ts'

/** What every invariant judges by, and where it puts down what did not hold. */
export interface CheckerContext {
  readonly observations: Observations
  readonly callLog: CallLog
  readonly exchangeOrders: ExchangeOrders
  readonly intents: Intents
  readonly activeFaults: ActiveFaults
  readonly rowTimes: RowTimes
  readonly leadership: Leaderships
  readonly quoteVisibility: QuoteVisibilities
  readonly findings: Findings
}
