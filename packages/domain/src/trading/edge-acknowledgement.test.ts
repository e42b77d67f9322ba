import { expect, it } from 'vitest'
import { EDGE_SENTENCE, isEdgeSentence } from './edge-acknowledgement.ts'

it.each<[typed: string, is: boolean]>([
  [EDGE_SENTENCE, true],
  [`  ${EDGE_SENTENCE.toUpperCase().replace(' ', '\u00a0  ')}. `, true],
  ['', false],
  ['I agree', false],
  [`${EDGE_SENTENCE} not`, false],
  [EDGE_SENTENCE.slice(0, -1), false],
])('%j: %s', (typed, is) => expect(isEdgeSentence(typed)).toBe(is))
