import { kiteErrors } from '../kite-error.ts'
import type { Call } from './call.ts'

/** The fields of an order call. Order calls take forms alone; a JSON body is refused, as the broker does. */
export async function formOf(call: Call): Promise<Record<string, string>> {
  const type = call.c.req.header('content-type') ?? ''
  if (!type.includes('application/x-www-form-urlencoded'))
    throw kiteErrors.input('Order calls take form fields (application/x-www-form-urlencoded).')
  return Object.fromEntries(new URLSearchParams(await call.c.req.text()))
}
