import { expect, it } from 'vitest'
import { proseIn } from './prose.ts'
import { differentAfterAll, sameTexts } from './same-texts.ts'
import { CATALOGUES } from '../../packages/messages/src/catalogues.ts'

const textsIn = (source: string) => proseIn('a.ts', source).map(({ text }) => text)

it.each([
  ['a literal', "return refuse('The market is closed.')", ['The market is closed.']],
  ['a template', 'const a = `Only ${n} of ${m} bars so far.`', ['Only … of … bars so far.']],
  ['what is put together', "say('Sold ' + n + ' units by hand.')", ['Sold … units by hand.']],
  ['two sentences', "const a = { note: 'It is over! Log in now' }", ['It is over! Log in now']],
  ['a sentence inside a template', "const a = `${ok ? 'x' : 'Your plan is over.'}`", ['Your plan is over.']],
  ['its line', "\n\nconst a = 'It is not so.'", ['It is not so.']],
])('finds a sentence in %s', (_, source, texts) => expect(textsIn(source)).toEqual(texts))

it('gives the line of a sentence', () => {
  expect(proseIn('a.ts', "\n\nconst a = 'It is not so.'")).toEqual([{ line: 3, text: 'It is not so.' }])
})

it.each([
  ['a code', "return { code: 'refusal.price_stale', ageMs }"],
  ['a name', "const a = 'five-minute bars'"],
  ['what is thrown', "throw new RangeError('The tick must be a whole number.')"],
  ['what an error is made with', 'return new Error(`No such row: ${id}. Read it again.`)'],
  ['a path', "import a from './some file. odd.ts'"],
  ['a comment', '// The market is closed.'],
])('leaves %s alone', (_, source) => expect(textsIn(source)).toEqual([]))

it('finds two messages with one text, but for names and those listed', () => {
  const texts = {
    'refusal.a': 'Prices are old.',
    'no_trade.b': 'Prices are old.',
    'label.x.a': 'Day',
    'column.b': 'Day',
  }
  expect(sameTexts(texts)).toEqual([['refusal.a', 'no_trade.b']])
  expect(sameTexts({ 'audit.unprotected': 'x', 'audit.oversold': 'x' })).toEqual([])
  expect(sameTexts({ 'audit.unprotected': 'x', 'audit.oversold': 'x', 'flip.a': 'x' })).toHaveLength(1)
})

it('finds a listed pair that is one no more', () => {
  expect(differentAfterAll({ ...CATALOGUES.en, 'audit.oversold': 'Something else.' })).toEqual([
    ['audit.unprotected', 'audit.oversold'],
  ])
})
