import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyVersionOf, seal, unseal } from './sealed.ts'
import { Secret } from '../secret.ts'

const key = randomBytes(32)
const place = { owner: 'u1', field: 'api_secret', keyVersion: 3 }

describe('a sealed value', () => {
  it('opens again for the same owner, field and key', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const sealed = seal(key, Buffer.from(bytes), place)
        expect(unseal(key, sealed, place)).toEqual(Buffer.from(bytes))
        expect(keyVersionOf(sealed)).toBe(3)
      }),
    ))

  it.each([
    ['another owner', { ...place, owner: 'u2' }],
    ['another field', { ...place, field: 'access_token' }],
    ['another key version', { ...place, keyVersion: 4 }],
  ])('does not open for %s', (_what, elsewhere) => {
    expect(() => unseal(key, seal(key, Buffer.from('s'), place), elsewhere)).toThrow()
  })

  it('does not open when a bit of it was changed, or under another key', () => {
    const sealed = seal(key, Buffer.from('secret'), place)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      // The version in the header only chooses the key; the associated data holds it too.
      if (at === 0 || at > 4) expect(() => unseal(key, changed, place)).toThrow()
    }
    expect(() => unseal(randomBytes(32), sealed, place)).toThrow()
    expect(() => unseal(key, Buffer.alloc(3), place)).toThrow('not a sealed value')
  })

  it('never seals alike twice', () => {
    expect(seal(key, Buffer.from('s'), place)).not.toEqual(seal(key, Buffer.from('s'), place))
  })
})

it('a Secret shows itself nowhere but in reveal()', () => {
  const secret = new Secret('canary-0123')
  for (const shown of [String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ deep: { secret } })])
    expect(shown).not.toContain('canary')
  expect(secret.reveal()).toBe('canary-0123')
  expect(secret.lastFour()).toBe('0123')
  expect(new Secret('short').lastFour()).toBeNull()
})
