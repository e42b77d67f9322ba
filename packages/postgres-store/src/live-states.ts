import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'

/** The live states of a trade as a list of SQL literals: as parameters they would not match the partial index of live trades. */
export const LIVE_STATES_SQL = LIVE_STATES.map((state) => `'${state}'`).join(', ')
