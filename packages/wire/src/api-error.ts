import * as z from 'zod'

/** The body of every failure. `code` is stable; `message` and `detail` are words for a person. */
export const errorBody = z
  .object({
    code: z.string(),
    message: z.string(),
    detail: z.string().optional(),
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

  constructor(status: number, code: string, message: string, detail?: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
  }
}
