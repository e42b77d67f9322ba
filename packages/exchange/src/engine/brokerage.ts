import type { Paise } from '@strikewise/domain/money/paise.ts'

/** What the simulated broker takes for one executed order (market fact sheet §7). */
export const BROKERAGE = 2_000 as Paise
