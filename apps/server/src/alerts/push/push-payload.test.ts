import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pushPayload } from './push-payload.ts'

const content = { title: 'Exit', text: 'Sold.', path: '/dashboard', tag: '7', lang: 'en-IN', at: 1 }

it('holds what a notification shows', () => expect(JSON.parse(pushPayload(content))).toEqual(content))

it('is at most 3,000 bytes long, keeps its path, and never ends inside a character', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'ट', '😀', '"', '\u0001'), maxLength: 5_000 }),
      fc.string({ unit: fc.constantFrom('a', 'ट', '😀'), maxLength: 300 }),
      (text, title) => {
        const payload = pushPayload({ ...content, text, title })
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(3_000)
        const read = JSON.parse(payload) as typeof content
        expect(read.path).toBe('/dashboard')
        expect(read.text.isWellFormed()).toBe(true)
        expect(text.startsWith(read.text.replace(/…$/, ''))).toBe(true)
      },
    ),
    { numRuns: 50 },
  ))
