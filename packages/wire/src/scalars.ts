import { LINK_MODES } from '@strikewise/domain/trading/link-mode.ts'
import { BILLING_PERIODS, PLANS } from '@strikewise/domain/plans/plan.ts'
import { INDEX_SYMBOLS, OPTION_SIDES } from '@strikewise/domain/instruments/contract.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'

/** Years a date may lie in: beyond them the store's and the language's calendars differ. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/** `YYYY-MM-DD`, a real calendar day in India. */
export const istDateText = z
  .string()
  .max(10)
  .refine(
    (text) => {
      try {
        return istDate(text) === text && text >= FIRST_DAY && text <= LAST_DAY
      } catch {
        return false
      }
    },
    problemText({ code: 'field.date' }),
  )
  .transform((text) => text as IstDate)
  .meta({ description: 'A day in India, YYYY-MM-DD', example: '2026-11-20' })

/** ISO 8601 with an offset, as every instant on the wire is written. */
export const instantText = z.iso.datetime({ offset: true })

/** The opaque id of a user, as identity gives it. */
export const userId = z.string().min(1).max(64)

export const indexSymbol = z.enum(INDEX_SYMBOLS)
export const plan = z.enum(PLANS)
export const billingPeriod = z.enum(BILLING_PERIODS)
export const optionSide = z.enum(OPTION_SIDES)

/** Paper: the sandbox's exchange. Live: the user's own broker account. */
export const linkMode = z.enum(LINK_MODES)

/** Rupees with at most two decimals, signed where a profit or loss is meant. */
export const rupees = z.number().meta({ description: 'Rupees, two decimals' })

/** An app key or secret as the broker's developer console shows it; white space around it is dropped. */
export const brokerKey = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/, problemText({ code: 'field.letters_digits' }))

/** Longest request token taken: a JWT with a signature by RSA is about 1,000 characters long. */
const MAX_REQUEST_TOKEN = 2048

/**
 * The single-use token of the broker's redirect; white space around it is dropped. Brokers issue opaque ids, JWTs or
 * Base64: the characters of `token68` (RFC 9110, 11.2), with which none of them ends a line, a header or a query.
 */
export const requestToken = z
  .string()
  .trim()
  .min(1)
  .max(MAX_REQUEST_TOKEN)
  .regex(/^[A-Za-z0-9._~+/-]+=*$/, problemText({ code: 'field.request_token' }))
