import { hash } from 'node:crypto'
import { configHash } from '../registry/config-hash.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { LEARNING, LEARNING_VERSION } from './learning-params.ts'

/** SHA-256 (hex) of the learning code's version, its numbers, and those of the agents and the engine it learns for. */
export function learningHash(): string {
  return hash('sha256', canonicalJson({ LEARNING_VERSION, LEARNING, signals: configHash(SIGNAL_PARAMS) }), 'hex')
}
