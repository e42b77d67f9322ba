import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

it.each([
  'chocolate',
  'butterfly',
  'michelle',
  'passw0rd1',
  'iloveyou2',
  'qwerty12345',
  'zaq12wsx',
  'summer2024',
  '786786786',
  // Variants: capitals, digits and signs behind, before, and for letters.
  'ChocoLate',
  'chocolate1!',
  'Chocolate2026',
  '99butterfly',
  'M1chelle',
  'p@$$w0rd',
  'P4ssw0rd!!',
  'liverp00l',
  'krishna108',
  'sunshine#1',
  'ｐａｓｓｗｏｒｄ',
])('refuses %s, which guessers try first', (password) =>
  expect(passwordProblem(password)?.code).toBe('problem.password_too_common'),
)

it.each([
  'a long pass phrase',
  'strike-with-discipline',
  'seven quiet rivers run',
  'vb7#kLq02pX',
  'monkey-8413907725518',
])('takes %s', (password) =>
  expect(passwordProblem(password, { name: 'Asha Rao', email: 'asha.rao@example.com' })).toBeUndefined(),
)

const OWNER = { name: 'Raghunath Vaidyanathan', email: 'raghu.vaidya@kestrelworks.in' }
it.each([
  'raghunath',
  'Raghunath2026!',
  'R4ghunath#1',
  'vaidyanathan77',
  'raghu.vaidya@kestrelworks.in',
  'RaghuVaidya',
  'kestrelworks99',
  'vaidya raghunath',
])('refuses %s, which is made of the owner’s name and address', (password) =>
  expect(passwordProblem(password, OWNER)?.code).toBe('problem.password_too_personal'),
)

it('takes a password that merely holds a part of the name', () => {
  expect(passwordProblem('raghu sails past the kestrel reef', OWNER)).toBeUndefined()
})

it('knows at least ten thousand passwords', () => {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('#')).length).toBeGreaterThan(10_000)
})
