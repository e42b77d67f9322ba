import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

it('hashes with argon2id, salted, and verifies its own', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword(one, 'correct horse')).toBe(true)
  expect(await verifyPassword(one, 'wrong horse')).toBe(false)
})

it('takes the same letters typed in another way', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true)
})

it.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1$x$y'])(
  'refuses the foreign hash %j',
  async (hash) => {
    expect(await verifyPassword(hash, 'anything')).toBe(false)
  },
)
