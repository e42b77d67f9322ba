import { MAX_FOREIGN_TEXT, storableText } from '@strikewise/domain/text/storable-text.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

/** Letters that no filler has. */
const secret = fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQR'.split('')), minLength: 8, maxLength: 64 })

it('leaves no part of a secret in a text of the broker, at whichever character it was cut', () =>
  fc.assert(
    fc.property(secret, secret, fc.nat(MAX_FOREIGN_TEXT + 20), fc.nat(80), (key, token, before, after) => {
      const stored = storableText(`${'.'.repeat(before)}${key}:${token}${'.'.repeat(after)}`)
      const redact = createRedactor([new Secret(key), new Secret(token)])
      expect(redact(stored).replaceAll('[secret]', '')).not.toMatch(/[A-R]/)
      // The adapter puts a word of its own before it.
      expect(redact(`no_answer: ${stored}`).replaceAll('[secret]', '')).not.toMatch(/[A-R]/)
    }),
  ))

it('leaves a text alone that holds none and was not cut', () => {
  const redact = createRedactor([new Secret('abcdefgh')])
  expect(redact('Insufficient funds in a')).toBe('Insufficient funds in a')
})
