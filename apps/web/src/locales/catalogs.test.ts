import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

/** Families of messages whose texts in a language the files import. */
const familiesIn = (files: string, language: string) =>
  globSync(files, { cwd: SOURCES })
    .flatMap((file) => readFileSync(join(SOURCES, file), 'utf8').split('\n'))
    .flatMap((line) => new RegExp(`catalogue/${language}/([\\w-]+)\\.json`).exec(line)?.[1] ?? [])

it('brings the Hindi texts of each family of messages that a screen shows', () => {
  expect(new Set(familiesIn('locales/hi/*.ts', 'hi'))).toEqual(new Set(familiesIn('messages/*.ts', 'en')))
})
