import { hash } from 'node:crypto'
import { SIGNALS_VERSION, type SignalParams } from './params.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** JSON with sorted keys and no spaces: equal values give equal text. Throws RangeError on a number JSON cannot hold. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = value as { readonly [key: string]: Json }
    const keys = Object.keys(fields).sort()
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key]!)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`not a JSON number: ${value}`)
  return JSON.stringify(value)
}

/** SHA-256 (hex) of the code's version and its parameters: the same inputs under the same hash give the same output. */
export function configHash(params: SignalParams, version: string = SIGNALS_VERSION): string {
  return hash('sha256', canonicalJson({ version, params: params as unknown as Json }), 'hex')
}
