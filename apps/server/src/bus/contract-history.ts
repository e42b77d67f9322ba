import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import { contractKey, viewedTerms, type ViewedTerms } from './contract-views.ts'

/** Subject by which the web role asks for what the stored chains have of a contract. */
export const HISTORY_ASKED = 'contract-history.asked'
/** Subjects of the answers start with this; the key of the question follows. */
export const HISTORY_ANSWERED = 'contract-history.answer.'

/** Sessions of a contract that are read at most, the newest of them. */
export const MAX_HISTORY_DAYS = 65

const day = z.string().transform((text): IstDate => istDate(text))

/** JSON of `contract-history.asked`. Null `day`: what each stored session ended with, instead of one session's minutes. */
export const historyQuestion = z.object({ terms: viewedTerms, day: day.nullable() })
export interface HistoryQuestion {
  readonly terms: ViewedTerms
  readonly day: IstDate | null
}

/** The part of an answer's subject that is of its question. */
export function historyKey({ terms, day: of }: HistoryQuestion): string {
  return `${contractKey(terms)}-${of ?? 'days'}`
}

const figure = z.number().nullable()

/**
 * JSON of an answer, oldest first; prices in paise. A process answers from the files that are on its machine: where the
 * recorder led on several, the answers of all of them are put together.
 */
export const historyAnswer = z.object({
  days: z.array(z.object({ day, close: figure, volume: figure, openInterest: figure })),
  minutes: z.array(z.object({ at: z.number(), price: figure, openInterest: figure })),
})
export type HistoryAnswer = z.output<typeof historyAnswer>
