import type { AgentDefinition } from './definition.ts'
import { hash } from 'node:crypto'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { SIGNALS_VERSION, type SignalParams } from './params.ts'

/** SHA-256 (hex) of the code's version and its parameters: the same inputs under the same hash give the same output. */
export function configHash(params: SignalParams, version: string = SIGNALS_VERSION): string {
  return hash('sha256', canonicalJson({ version, params }), 'hex')
}

/**
 * The hash in an agent's signals: `decisions`, that of the parameters decisions are made with; a shadow agent's is of its
 * own numbers, which those do not hold.
 */
export function signalHash({ role, params }: AgentDefinition, decisions: string): string {
  return role.kind === 'shadow' ? hash('sha256', canonicalJson({ version: SIGNALS_VERSION, params }), 'hex') : decisions
}
