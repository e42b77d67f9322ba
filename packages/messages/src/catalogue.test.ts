import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from './catalogues.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import type { Unit } from './unit.ts'
import { UNITS } from './units.ts'

interface Use {
  readonly name: string
  readonly type: string | undefined
}
type Token = string | readonly [name: string, type?: string, format?: Readonly<Record<string, unknown>>]

/** The placeholders of a text with their ICU type, those inside plurals and selects too. */
function usesOf(text: string): Use[] {
  const walk = (tokens: unknown): Use[] =>
    Array.isArray(tokens)
      ? (tokens as Token[]).flatMap((token) =>
          typeof token === 'string'
            ? []
            : [{ name: token[0], type: token[1] }, ...Object.values(token[2] ?? {}).flatMap(walk)],
        )
      : []
  return walk(compileMessageOrThrow(text))
}

const unitsOf = (key: string): Readonly<Record<string, Unit>> =>
  key.startsWith('label.') ? {} : UNITS[key as keyof typeof UNITS]

/** The ICU types a unit is filled in as: a count needs its number, what is chosen by needs a choice, the rest is text by then. */
const typesOf = (unit: Unit): readonly (string | undefined)[] =>
  unit === 'count' ? ['plural', 'number'] : unit === 'select' ? ['select'] : [undefined]

/** Texts that name a figure: formats, scales, names. */
const FIGURES_ALLOWED = /^(?:field\.date_time|flows\.sentiment|label\.(?:baseline|charge)|problem\.unknown)/

describe.each(LANGUAGES)('catalogue %s', (language) => {
  const texts = Object.entries(CATALOGUES[language])
  const against = (isWrong: (key: string, text: string) => boolean) =>
    texts.filter(([key, text]) => isWrong(key, text)).map(([key, text]) => `${key}: ${text}`)

  it('holds no text that does not compile', () => {
    expect(texts.flatMap(([, text]) => usesOf(text)).length).toBeGreaterThan(0)
  })

  it('fills in parameters of the message and nothing else', () => {
    expect(against((key, text) => usesOf(text).some(({ name }) => unitsOf(key)[name] === undefined))).toEqual([])
  })

  it('fills each parameter in as its unit wants it', () => {
    const isWrong = ({ name, type }: Use, key: string) => !typesOf(unitsOf(key)[name] ?? 'text').includes(type)
    expect(against((key, text) => usesOf(text).some((use) => isWrong(use, key)))).toEqual([])
  })

  it('fills in what English fills in', () => {
    const names = (text: string) => [...new Set(usesOf(text).map(({ name }) => name))].toSorted().join()
    const english: Readonly<Record<string, string>> = CATALOGUES.en
    expect(against((key, text) => names(text) !== names(english[key]!))).toEqual([])
  })

  it('types no figure into a sentence: it would lie when the parameter moves', () => {
    const words = (text: string) => text.replaceAll(/\{\w+\}|=\d+ ?(?=\{)/g, '')
    expect(against((key, text) => /\d/.test(words(text)) && !FIGURES_ALLOWED.test(key))).toEqual([])
  })
})
