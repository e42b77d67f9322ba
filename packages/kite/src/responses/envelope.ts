import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import { brokerText } from '../rows/scalars.ts'
import type { HttpResponse } from './http-result.ts'

/** The broker's JSON wrapping (fact sheet §2). */
export type Envelope =
  | { readonly status: 'success'; readonly data: unknown }
  | { readonly status: 'error'; readonly errorType: string; readonly message: string; readonly data: unknown }

const success = z
  .object({ status: z.literal('success'), data: z.unknown() })
  .transform((w) => ({ status: w.status, data: w.data }))

const failure = z
  .object({
    status: z.literal('error'),
    error_type: brokerText.refine((text) => text !== ''),
    message: brokerText.nullish(),
    // May be missing in an error (fact sheet §2); a success without data is none.
    data: z.unknown().optional(),
  })
  .transform((w) => ({
    status: w.status,
    errorType: w.error_type,
    message: w.message ?? '',
    data: w.data ?? null,
  }))

const envelope = z.union([success, failure])

/** The envelope of a response, or undefined for anything else: HTML, cut JSON, JSON under another content type. */
export function envelopeOf(response: HttpResponse): Envelope | undefined {
  if (response.contentType !== 'application/json') return undefined
  const json = parseJson(response.body)
  const parsed = envelope.safeParse(json)
  return parsed.success ? parsed.data : undefined
}
