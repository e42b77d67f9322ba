import { expect, it } from 'vitest'
import {
  refusedPhrasesOfCatalogue,
  refusedPhrasesOfDocument,
  refusedPhrasesOfMessages,
  type PhraseFound,
} from './refused-phrases.ts'

const shown = (found: readonly PhraseFound[]) => found.map(({ line, phrase }) => [line, phrase])

it('finds phrases of a document on their lines, except in code, code blocks, quotes and targets of links', () => {
  const document = [
    'Nobody asks.',
    '`told` is a name.',
    '> Whoever wrote this',
    '```',
    'anew',
    '```',
    'It starts anew.',
  ]
  expect(shown(refusedPhrasesOfDocument(document.join('\n')))).toEqual([
    [1, 'Nobody'],
    [7, 'anew'],
  ])
})

it('finds phrases in the English of a gettext catalogue, over its lines, and not in a translation or a legal text', () => {
  const catalogue = [
    '#: told.tsx',
    'msgid "You are"',
    'msgstr "told"',
    '',
    'msgid ""',
    '"It is open to "',
    '"everybody."',
    'msgstr ""',
  ]
  expect(shown(refusedPhrasesOfCatalogue(catalogue.join('\n')))).toEqual([[5, 'everybody']])
  const legal = '#: src/routes/legal/TermsPage.tsx\nmsgid "not at all"'
  expect(refusedPhrasesOfCatalogue(legal)).toEqual([])
  expect(shown(refusedPhrasesOfCatalogue('msgid "the last of now"'))).toEqual([[1, 'of now']])
})

it('finds phrases in the texts of a message catalogue, and not in its codes', () => {
  const catalogue = ['{', '  "told": "You were notified.",', '  "b": "You were told."', '}']
  expect(shown(refusedPhrasesOfMessages(catalogue.join('\n')))).toEqual([[3, 'told']])
})
