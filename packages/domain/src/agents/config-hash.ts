import { hash } from 'node:crypto'
import { canonicalJson } from '../record/canonical-json.ts'
import { SIGNALS_VERSION, type SignalParams } from './params.ts'

/** SHA-256 (hex) of the code's version and its parameters: the same inputs under the same hash give the same output. */
export function configHash(params: SignalParams, version: string = SIGNALS_VERSION): string {
  return hash('sha256', canonicalJson({ version, params }), 'hex')
}
