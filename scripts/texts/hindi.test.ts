import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CATALOGUES } from '@strikewise/messages/catalogues.ts'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../command.ts'

/** A message of a catalog with its translation. */
interface Entry {
  readonly english: string
  readonly hindi: string
}

const MESSAGES = 'packages/messages/src/catalogue'
/** Of all files: English names of agents are in their definitions. */
const ENGLISH: Readonly<Record<string, string>> = CATALOGUES.en
const hindiOf = (file: string) =>
  JSON.parse(readFileSync(join(ROOT, MESSAGES, 'hi', file), 'utf8')) as Readonly<Record<string, string>>

const catalogs = [
  ...globSync('apps/web/src/locales/hi/*.po', { cwd: ROOT })
    .toSorted()
    .map((file) => ({ name: basename(file), entries: entriesOf(readFileSync(join(ROOT, file), 'utf8')) })),
  ...globSync('*.json', { cwd: join(ROOT, MESSAGES, 'hi') })
    .toSorted()
    .map((file) => ({
      name: file,
      entries: Object.entries(hindiOf(file)).map(([key, hindi]) => ({ english: ENGLISH[key]!, hindi })),
    })),
]

/** The entries that are translated, without the head of the file. Lingui writes a text on one line. */
function entriesOf(catalog: string): Entry[] {
  return catalog.split('\n\n').flatMap((block) => {
    const [, english, hindi] = /^msgid (".+")\nmsgstr (".+")$/m.exec(block) ?? []
    return english === undefined || hindi === undefined || hindi === '""'
      ? []
      : [{ english: JSON.parse(english) as string, hindi: JSON.parse(hindi) as string }]
  })
}

const sorted = (text: string, part: RegExp) => (text.match(part) ?? []).toSorted()

/** The branches of a plural are counted apart: each may name a value again. */
const PLACEHOLDER = /\{\w+(?=[},])/g
const TAG = /<\/?\d+\/?>/g
/** A number that reports something: amounts, shares, times, days. Not those of placeholders and tags. */
const FIGURE = /₹?\d(?:[\d,.:]*\d)?%?/g
const figures = (text: string) =>
  new Set(text.replaceAll(/<\/?\d+\/?>|\{\w+\}|\{\d+,|=\d+ ?\{/g, ' ').match(FIGURE) ?? [])

/** What speaks of money and risk, or of what a button does to it: one word each, so that no reader wonders whether two things are meant. */
const TERMS: readonly (readonly [english: RegExp, hindi: RegExp])[] = [
  [/stop-loss/i, /स्टॉप-लॉस/],
  [/loss cap/i, /हानि सीमा/],
  [/\brefund/i, /रिफ़ंड/],
  [/\bconsents?\b/i, /सहमति/],
  [/disclosure/i, /प्रकटीकरण/],
  [/real money/i, /असल?ी पैस/],
  [/\bdisconnect\b/i, /डिसकनेक्ट/],
  [/stop button/i, /स्टॉप बटन/],
  [/\bpromise/i, /वाद/],
  [/\btrailing\b/i, /ट्रेलिंग/],
  [/\bactive trades?\b/i, /सक्रिय ट्रेड/],
  [/auto.execut/i, /ऑटो एग्ज़ीक्यू/],
]

/** Spellings and words the reading replaced, with the one that is used. */
const UNUSED: readonly (readonly [variant: RegExp, used: string])[] = [
  [/स्टॉप लॉस|स्टॉपलॉस/u, 'स्टॉप-लॉस'],
  [/नुकसान सीमा|घाट/u, 'हानि सीमा, नुकसान'],
  [/स्टॉप बटन हटा|स्टॉप हटा/u, 'स्टॉप बटन बंद करें, रोक हटाएँ'],
  [/खाता हटा/u, 'खाता डिसकनेक्ट करें, खाता मिटाएँ'],
  [/चालू ट्रेड/u, 'सक्रिय ट्रेड'],
  [/पोजीशन|पोजिशन|पोज़िशन/u, 'पोज़ीशन'],
  [/एक्जिट|एक्ज़िट|एक्सिट|निकास/u, 'एग्ज़िट'],
  [/प्रविष्टि/u, 'एंट्री'],
  [/पूंजी/u, 'पूँजी'],
  [/रिफंड/u, 'रिफ़ंड'],
  [/डिस्कनेक्ट/u, 'डिसकनेक्ट'],
  [/ऑपरेटर/u, 'संचालक'],
  [/निर्णय/u, 'फ़ैसला'],
  [/तटस्थ/u, 'न्यूट्रल'],
  [/अनुपात/u, 'रेश्यो'],
  // It broke at the hyphen, with one syllable on the next line.
  [/ई-मेल/u, 'ईमेल'],
  [/खरीद/u, 'ख़रीद'],
]

/** What both languages write alike: names of plans, indices, indicators, taxes, providers and fields. */
const NAMES =
  /\b(?:Strikewise|Starter|Pro|Elite|Master|Nifty|BankNifty|India VIX|ADX|API (?:key|secret)|API|ATM|ATR|CE|EMA|FII|DII|GST|Key|MACD|PCR|PE|RSI|STT|Telegram|TWAP|VWAP|null)\b/g

const broken = (entries: readonly Entry[], breaks: (entry: Entry) => boolean) =>
  entries.filter(breaks).map(({ english, hindi }) => `${english} → ${hindi}`)

describe.each(catalogs)('$name', ({ name, entries }) => {
  const against = (breaks: (entry: Entry) => boolean) => broken(entries, breaks)

  // `catalogue.test.ts` of the messages compares what the compiled texts fill in.
  it.skipIf(name.endsWith('.json'))('fills in what the English fills in', () => {
    const values = (text: string) => [...new Set(sorted(text, PLACEHOLDER))]
    expect(against(({ english, hindi }) => values(english).join() !== values(hindi).join())).toEqual([])
  })

  it('marks up what the English marks up', () => {
    expect(against(({ english, hindi }) => sorted(english, TAG).join() !== sorted(hindi, TAG).join())).toEqual([])
  })

  it('is Hindi, but for names', () => {
    const isLatin = (text: string) =>
      /\p{Script=Latin}{2}/u.test(text.replaceAll(/\{\w+(?:, number)?\}|<[^>]+>/g, ' ').replaceAll(NAMES, ' ')) &&
      !/\p{Script=Devanagari}/u.test(text)
    expect(against(({ hindi }) => isLatin(hindi))).toEqual([])
  })

  it('writes Latin digits', () => {
    expect(against(({ hindi }) => /[०-९]/u.test(hindi))).toEqual([])
  })

  it('keeps every figure', () => {
    expect(
      against(({ english, hindi }) => [...figures(english)].some((figure) => !figures(hindi).has(figure))),
    ).toEqual([])
  })

  it('ends as the English ends', () => {
    const end = (text: string) =>
      /[।.!?:…]$/u.exec(text.replace(/\s+$/, '').replaceAll('...', '…'))?.[0].replace('.', '।')
    expect(against(({ english, hindi }) => end(english) !== end(hindi))).toEqual([])
  })
})

describe('every catalog', () => {
  const all = catalogs.flatMap(({ entries }) => entries)

  it.each(TERMS)('says %s as %s', (english, hindi) => {
    expect(broken(all, (entry) => english.test(entry.english) && !hindi.test(entry.hindi))).toEqual([])
  })

  it.each(UNUSED)('does not report %s, but %s', (variant) => {
    expect(broken(all, ({ hindi }) => variant.test(hindi))).toEqual([])
  })
})
