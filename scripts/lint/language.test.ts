import { RuleTester } from 'oxlint/plugins-dev'
import { describe, expect, it } from 'vitest'
import language, { refusedPhraseIn, wordsOf } from './language.ts'
import { productSources } from '../exported-types.ts'
import { REFUSED_NAME_WORDS, REFUSED_PHRASES } from './refused-words.ts'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } })

tester.run('phrases', language.rules.phrases, {
  valid: [
    '// Notifies every user of the account.\nconst a = 1',
    '// Runs as `nobody` where users can be made.\nconst a = 1',
    "const text = 'Nobody reads strings here'",
    "it('notifies the user once', () => undefined)",
  ],
  invalid: [
    { code: '// Nobody is told.\nconst a = 1', errors: 1 },
    { code: '/** Read anew. */\nconst a = 1', errors: 1 },
    { code: "it('tells the user', () => undefined)", errors: 1 },
    { code: "it.each([1])('tells the user', () => undefined)", errors: 1 },
    { code: 'describe.skipIf(true)(`is told ${1}`, () => undefined)', errors: 1 },
  ],
})

tester.run('names', language.rules.names, {
  valid: [
    'const notified = 1',
    'const a = toldAlready()',
    'interface A { notifiedBy(): void }',
    'const { said: output } = { said: 1 }',
  ],
  invalid: [
    { code: 'const isTold = 1', errors: 1 },
    { code: 'const MOST_TOLD = 1', errors: 1 },
    { code: 'class EntryDesk {}', errors: 1 },
    { code: 'interface Line { readonly hears: boolean }', errors: 1 },
    { code: 'function tradesOfNobody() {}', errors: 1 },
    { code: 'const of = (wanted: string) => undefined', errors: 1 },
    { code: 'function read({ said: told, rest: [gone = 1, ...kept] }) {}', errors: 3 },
    { code: 'const { person: { room } } = one', errors: 1 },
    { code: 'interface Port { until(look: () => void): void }', errors: 1 },
    { code: 'class Bot { #person() {} }', errors: 1 },
    { code: 'const tokenDead = 1, soldByHand = 2, looks = 3', errors: 3 },
  ],
})

it('finds each refused phrase in a sentence of its own words only', () => {
  for (const { pattern } of REFUSED_PHRASES) expect(pattern.flags).toContain('i')
  expect(refusedPhraseIn('retold, hearth, atall')).toBeUndefined()
})

it('finds no refused word in the name of a source file', () => {
  const named = [...productSources()].filter(([path]) => wordsOf(path).some((word) => REFUSED_NAME_WORDS.has(word)))
  expect(named.map(([path]) => path)).toEqual([])
})

it('parts a name into its words', () => {
  expect(wordsOf('isWallTold')).toEqual(['is', 'wall', 'told'])
  expect(wordsOf('MOST_TOLD')).toEqual(['most', 'told'])
})
