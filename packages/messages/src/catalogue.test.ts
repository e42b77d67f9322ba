import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from './catalogues.ts'
import { LANGUAGES, type Language } from '@strikewise/domain/text/language.ts'
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

/** Texts that name a figure no parameter can move, by the beginning of their code, with the reason. */
const WITH_FIGURES: Readonly<Record<string, string>> = {
  'field.date_time': 'shows the format of an instant',
  'flows.sentiment': 'names the ends of a fixed scale',
  'label.baseline.first_15_minutes': 'names a baseline, whose name has the figure',
}

/** Numbers written as words. One, once, first and second are too often no figure. */
const NUMBER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|quarter|dozen)(?!\p{L})/iu,
  hi: /(?<![\p{L}\p{M}])(?:तीन|चार|पाँच|छह|सात|आठ|नौ|दस|ग्यारह|बारह|पंद्रह|बीस|तीस|चालीस|पचास|साठ|नब्बे|सौ|हज़ार|आधा|आधे|आधी|तिहाई|दर्जन)(?![\p{L}\p{M}])/u,
}

/** Names that have a number: of bars, of the second factor, of candlestick patterns, and of an order placed again. */
const NAMES_WITH_NUMBERS =
  /five-minute (?:bars?|candles)|पाँच मिनट (?:के बार|के पिछले|की पूरी)|\{# five-minute bars?\}|two-factor|three (?:white |black )?(?:soldiers|crows)|two orders for one request|two entries/gi

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

  it('types no figure into a sentence, in digits or letters: it would lie when the parameter moves', () => {
    // A branch for one value, such as `=2 {twice}`, shows the parameter.
    const words = (text: string) =>
      text.replaceAll(NAMES_WITH_NUMBERS, '').replaceAll(/=\d+ ?\{(?:[^{}]|\{\w+\})*\}|\{\w+\}/g, '')
    const isExempt = (key: string) => Object.keys(WITH_FIGURES).some((code) => key.startsWith(code))
    expect(
      against((key, text) => !isExempt(key) && (/\d/.test(words(text)) || NUMBER_WORDS[language].test(words(text)))),
    ).toEqual([])
  })

  it('names a figure in each text that is exempt', () => {
    const named = texts.filter(([, text]) => /\d/.test(text)).map(([key]) => key)
    expect(Object.keys(WITH_FIGURES).filter((code) => !named.some((key) => key.startsWith(code)))).toEqual([])
  })
})

describe.each(LANGUAGES)('a rejection that only the user can end, in %s', (language) => {
  const startsOf = (code: string) =>
    new Set(
      Object.entries(CATALOGUES[language])
        .filter(([key]) => key === code || key.startsWith(`${code}.`))
        .map(([, text]) =>
          text
            .split(/(?<=[.।]) /)
            .slice(0, 2)
            .join(' '),
        ),
    )

  it('begins with one text, whatever it holds up: the login has expired, and what to do', () => {
    expect(startsOf('alarm.token_expired').size).toBe(1)
  })

  it('has one text where the broker does not permit orders', () => {
    expect(startsOf('alarm.not_permitted').size).toBe(1)
  })
})
