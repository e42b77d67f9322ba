import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../command.ts'

const BUTTON = /<(?:Button|ButtonLink)\b[^{}]*(?:\{[^{}]*\}[^{}]*)*>\s*<Trans>([^<>{}]+)<\/Trans>\s*<\/Button/g
const COLUMN = /<Th\b[^>]*>\s*<Trans>([^<>{}]+)<\/Trans>\s*<\/Th>/g

const sources = globSync('apps/web/src/**/*.tsx', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))

const found = (shape: RegExp) =>
  new Set(sources.flatMap((source) => [...source.matchAll(shape)].map(([, text]) => text!.trim())))

// 'Close' as a button and as the price of a candle are two words in Hindi; without a context they share a translation.
it('gives a text that is a button and a column its context in one of them', () => {
  const [buttons, columns] = [found(BUTTON), found(COLUMN)]
  expect(buttons).toContain('Close')
  expect(columns).toContain('High')
  expect([...columns].filter((text) => buttons.has(text))).toEqual([])
})
