import * as z from 'zod'
import { contractTerms } from './contract-chart.ts'
import { route } from './route.ts'
import { indexSymbol, istDateText, optionSide, rupees } from './scalars.ts'

const terms = { symbol: indexSymbol, strike: z.number(), side: optionSide, expiry: istDateText }

/** What a past session of a contract ended with. Null: not known. */
const contractHistoryDay = z
  .object({
    date: istDateText,
    /** Last price a unit. */
    close: rupees.nullable(),
    /** Units traded on the day, and open at its end. */
    volume: z.number().nullable(),
    open_interest: z.number().nullable(),
    /** Open interest against the end of the session before; null also where that one is not stored. */
    oi_change: z.number().nullable(),
  })
  .meta({ id: 'ContractHistoryDay' })
export type ContractHistoryDay = z.infer<typeof contractHistoryDay>

export const contractHistoryReply = z
  .object({
    ...terms,
    /** Past sessions that are stored, newest first. Null: not read yet. */
    days: z.array(contractHistoryDay).nullable(),
  })
  .meta({ id: 'ContractHistory' })
export type ContractHistoryReply = z.infer<typeof contractHistoryReply>

export const contractHistoryMinutesReply = z
  .object({
    ...terms,
    date: istDateText,
    /** One-minute points, oldest first; none for a session that is not stored. Null: not read yet. */
    minutes: z
      .array(
        z.object({
          /** Start of the minute, epoch ms. */
          time: z.number(),
          /** Last price a unit in the minute, and units open. Null: not recorded. */
          price: rupees.nullable(),
          open_interest: z.number().nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'ContractHistoryMinutes' })
export type ContractHistoryMinutes = z.infer<typeof contractHistoryMinutesReply>

export const contractHistoryRoutes = {
  contractHistory: route({
    method: 'GET',
    path: '/contract_history',
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    flag: 'contract_history',
    perMinute: 120,
    summary: 'Close, volume, open interest and its change of an option in each stored session before today',
    query: z.strictObject(contractTerms),
    reply: contractHistoryReply,
  }),
  contractHistoryMinutes: route({
    method: 'GET',
    path: '/contract_history_minutes',
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    flag: 'contract_history',
    perMinute: 120,
    summary: 'Price and open interest of an option a minute in one stored session before today',
    query: z.strictObject({ ...contractTerms, date: istDateText }),
    reply: contractHistoryMinutesReply,
  }),
}
