import * as z from 'zod'

/** Before the `code` of a failure: its `type`. A name, the same on every deployment; the API's reference lists the codes. */
export const PROBLEM_TYPES = 'https://strikewise.example/problems/'

/**
 * The body of every failure: a problem of RFC 9457. `code` is stable, `params` is what its texts fill in; `title`, `detail` and
 * `message` are texts for a person, in the language of `Content-Language`.
 */
export const errorBody = z
  .object({
    type: z.string().optional(),
    /** The kind of problem, the same at each occurrence. */
    title: z.string().optional(),
    status: z.number().optional(),
    /** This occurrence; of a wrong field what is wrong with it. */
    detail: z.string().optional(),
    code: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
    /** `detail`, with the name of a wrong field. */
    message: z.string(),
    /** Given with a 500: names the log line, never the inside. */
    support_id: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>

/** What a failed call throws. `status` 0: no answer came (network, or 20 s without one). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  /** What the texts of the problem fill in, by name. */
  readonly params: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: string,
    message: string,
    detail?: string,
    {
      params = {},
      ...options
    }: ErrorOptions & { readonly params?: Readonly<Record<string, unknown>> | undefined } = {},
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
    this.params = params
  }
}
