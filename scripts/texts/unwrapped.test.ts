import { expect, it } from 'vitest'
import { unwrappedTexts } from './unwrapped.ts'

const texts = (source: string) => unwrappedTexts('a.tsx', source).map(({ text }) => text)

it.each([
  ['text of an element', '<p>Nothing yet</p>', ['Nothing yet']],
  ['one side of a choice', "<p>{open ? 'Hide' : 'Show'}</p>", ['Hide', 'Show']],
  ['an attribute that is read out', '<a aria-label="Start page" />', ['Start page']],
  ['a sentence anywhere', "toast.error('It did not work.')", ['It did not work.']],
  ['the label of a table', "const a = { label: 'Profile' }", ['Profile']],
])('finds %s', (_, source, found) => expect(texts(source)).toEqual(found))

it.each([
  ['a macro', '<p><Trans>Nothing <b>yet</b></Trans></p>'],
  ['a template of a macro', '<a title={t`Start page`} />'],
  ['a message outside a component', 'const a = { label: msg`Profile` }'],
  ['a class', '<p className="Flex me Now" />'],
  ['what is compared', "<p>{mode === 'live' && count}</p>"],
  ['a name', '<p>Strikewise</p>'],
  ['the name a field is sent by', '<input name="email" />'],
  ['what reports that it is English', '<section lang="en"><p>No advice</p></section>'],
  ['the outline of a shape', '<path d="M13.5 21v-7.4h2.6 ab c" />'],
  [
    'a file that says why it stays',
    '// untranslated: heads are made in English\n\nconst a = { title: "Plans and pricing" }',
  ],
  ['what reports why it stays', '// untranslated: the hash is taken of it\nconst a = "I understand the risk"'],
])('leaves %s', (_, source) => expect(texts(source)).toEqual([]))
