import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod'

/** One documented call of `/sandbox/*`: what the console, tests and people steer the world with. */
export interface Control {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** What it does and what it takes, shown at `GET /sandbox`. */
  readonly text: string
  readonly answer: (c: Context) => unknown
}

/** A refusal of a control call: answered as `{ code, message }`. */
export class ControlError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const notFound = (what: string): ControlError => new ControlError(404, 'not_found', `${what} does not exist.`)

/**
 * The JSON body of a control call. The content type must show JSON: a web page of another origin cannot send that
 * without asking first, and is never allowed to.
 */
export async function bodyOf<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    throw new ControlError(415, 'not_json', 'Send the body as JSON, with content-type: application/json.')
  const json = parseJson((await c.req.text()) || '{}')
  if (json === undefined) throw new ControlError(400, 'bad_json', 'The body is not valid JSON.')
  const result = schema.safeParse(json)
  if (result.success) return result.data
  throw new ControlError(400, 'bad_body', z.prettifyError(result.error))
}
