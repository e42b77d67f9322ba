import { expect, it } from 'vitest'
import { digestOf, isKey, keyIn, newKey } from './key-format.ts'

it('is recognised by its prefix and checksum, and no two are the same', () => {
  const keys = Array.from({ length: 200 }, () => newKey())
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) {
    expect(key).toMatch(/^swk_[0-9A-Za-z]{49}$/)
    expect(isKey(key)).toBe(true)
  }
})

it('has the same form for the smallest and the largest random part', () => {
  for (const byte of [0x00, 0xff]) expect(isKey(newKey(Buffer.alloc(32, byte)))).toBe(true)
  expect(newKey(Buffer.alloc(32, 0))).toBe(`swk_${'0'.repeat(43)}${newKey(Buffer.alloc(32, 0)).slice(-6)}`)
})

it('is not recognised with one character changed, cut or added', () => {
  const key = newKey()
  for (let at = 4; at < key.length; at += 1) {
    const other = key[at] === 'x' ? 'y' : 'x'
    expect(isKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
  }
  for (const wrong of [key.slice(0, -1), `${key}0`, key.replace('swk_', 'swx_'), '', ' '])
    expect(isKey(wrong)).toBe(false)
})

it.each([
  [undefined, undefined],
  ['Bearer swk_abc', 'swk_abc'],
  ['bearer  swk_abc', 'swk_abc'],
  ['Bearer another-token', undefined],
  ['Basic swk_abc', undefined],
  ['Bearer swk_abc def', undefined],
])('of the header %s the key is %s', (header, key) => {
  expect(keyIn(header)).toBe(key)
})

it('is stored as its SHA-256', () => {
  expect(digestOf('swk_a').toString('hex')).toBe('36f1c41ecb84d74c5e9bcb7581b68612f80a769ae1c0a20ac06fd6e2f68b0cfd')
})
