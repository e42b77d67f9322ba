import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { texts } from '../../apps/web/src/served-texts/trading.ts'
import { ROOT } from '../command.ts'
import { sentencesOf } from './sentences.ts'

it('has Hindi for every listed text', () => {
  const catalog = readFileSync(join(ROOT, 'apps/web/src/locales/hi/trading.po'), 'utf8')
  const translated = new Set(
    catalog.split('\n\n').flatMap((entry) => {
      const found = /^#\. js-lingui-explicit-id$[^]*^msgid (".*")$/m.exec(entry)
      return found === null || /^msgstr ""$/m.test(entry) ? [] : [JSON.parse(found[1]!) as string]
    }),
  )
  expect(texts.filter((text) => !translated.has(text))).toEqual([])
})

it('finds sentences, with what is filled in left open', () => {
  const source =
    'const a = [`RSI 14 is ${x}.`, "Your plan is over.", b("no sentence")]; throw new Error("Not this one.")'
  const found = sentencesOf('a.ts', source)
  expect(found.map(({ text }) => text)).toEqual(['RSI 14 is ….', 'Your plan is over.'])
  expect(found[0]!.shape.test('RSI {0} is {1}.')).toBe(true)
  expect(found[0]!.shape.test('ADX {0} is {1}.')).toBe(false)
})
