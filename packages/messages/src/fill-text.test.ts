import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from './catalogues.ts'
import { type CompiledText, filledText } from './fill-text.ts'
import { NUMBER_LOCALES } from './language-tags.ts'

const compile = (text: string) => compileMessageOrThrow(text) as CompiledText

/** Every value that a parameter of a text is tried with: counts at the bounds of plurals, keys of selects, and text. */
function samplesOf(compiled: CompiledText): readonly Readonly<Record<string, unknown>>[] {
  const kinds = new Map<string, readonly unknown[]>()
  const walk = (text: CompiledText | number | undefined): void => {
    if (typeof text !== 'object') return
    for (const part of text) {
      if (typeof part === 'string') continue
      const [name, type, format = {}] = part
      const known = kinds.get(name) ?? []
      if (type === 'plural' || type === 'number') kinds.set(name, [...known, 0, 1, 2, 1.5, 25, 151_000, -3])
      else if (type === 'select') kinds.set(name, [...known, ...Object.keys(format), 'constructor'])
      else if (!kinds.has(name)) kinds.set(name, ['₹1,234.50', 7])
      for (const inner of Object.values(format)) walk(inner)
    }
  }
  walk(compiled)
  const most = Math.max(1, ...[...kinds.values()].map((values) => values.length))
  return Array.from({ length: most }, (_, i) =>
    Object.fromEntries([...kinds].map(([name, values]) => [name, values[i % values.length]])),
  )
}

describe('filling in a text', () => {
  it.each(LANGUAGES)('gives what the app shows, for every text of %s', (language) => {
    const i18n = setupI18n()
    i18n.loadAndActivate({ locale: language, locales: NUMBER_LOCALES[language], messages: {} })
    const locales = [NUMBER_LOCALES[language], 'en'].flat()
    let compared = 0
    for (const [key, text] of Object.entries(CATALOGUES[language])) {
      const compiled = compile(text)
      i18n.load(language, { [key]: compileMessageOrThrow(text) })
      for (const values of samplesOf(compiled)) {
        expect(filledText(compiled, values, locales), `${key} ${JSON.stringify(values)}`).toBe(i18n._(key, values))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })

  it('keeps a nested plural and its count apart from the text around it', () => {
    const text = compile('# {n, plural, =0 {none} one {# of {m, plural, one {# lot} other {# lots}}} other {# left}} #')
    expect(filledText(text, { n: 0, m: 2 }, ['en'])).toBe('# none #')
    expect(filledText(text, { n: 1, m: 2 }, ['en'])).toBe('# 1 of 2 lots #')
    expect(filledText(text, { n: 1500, m: 2 }, ['en-IN', 'en'])).toBe('# 1,500 left #')
  })

  it('shows a value as it is, whatever it looks like', () => {
    expect(filledText(compile('by {name}'), { name: '{n} # \\u0041' }, ['en'])).toBe('by {n} # \\u0041')
    expect(filledText(compile('by {name}'), {}, ['en'])).toBe('by ')
  })

  it('refuses a kind that no catalogue has', () => {
    expect(() => filledText(compile('{at, date, short}'), { at: 0 }, ['en'])).toThrow('the kind date')
  })
})
