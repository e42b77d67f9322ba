import * as z from 'zod'

/** Where a trade came from: its user, with a ticket. Missing: the engine decided it. */
export const tradeOrigin = z.literal('manual').optional()
