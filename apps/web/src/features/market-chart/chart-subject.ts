import { createStore } from '../../lib/store.ts'

export type ChartSubject = 'NIFTY' | 'BANKNIFTY' | 'trade'

/** What the user chose to see in the chart; undefined: what matters most now. Kept while the app is open. */
export const chartSubject = createStore<ChartSubject | undefined>(undefined)
