import { readFileSync } from 'node:fs'

/** Letters that people write as digits and signs. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
}
/** A shorter word with digits behind it is not refused for the word. */
const MIN_WORD_LENGTH = 4
/** With more digits and signs around a word it is they that have to be guessed. */
const MAX_PASSWORD_PADDING = 6

const SIGNS = /[\d@$!|+]/g

/**
 * Passwords that head the lists of breached ones, in their plain form (common-passwords.txt, which begins with its source and
 * licence). Read when a password is first checked.
 */
let common: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // The file is in lower case and one spelling already.
  return new Set(lines.map(withLetters))
}

/**
 * Whether `password` is one of the first a guesser tries: listed, or a listed one with capitals, with digits and signs for
 * letters, or with digits and signs before or behind it.
 */
export function isCommonPassword(password: string): boolean {
  common ??= commonPasswords()
  const lower = password.normalize('NFKC').toLowerCase()
  return [lower, withoutEnds(lower), lower.replaceAll(/\s/g, '')].some((form) => common!.has(plainForm(form)))
}

/** `text` in lower case, with letters where digits and signs stand for them. */
export function plainForm(text: string): string {
  return withLetters(text.normalize('NFKC').toLowerCase())
}

function withLetters(text: string): string {
  return text.replaceAll(SIGNS, (sign) => WRITTEN_AS[sign] ?? sign)
}

/** Without the digits and signs that were put before and behind; all of it where there is nothing else. */
function withoutEnds(text: string): string {
  const word = text.replaceAll(/^[\d\p{P}\p{S}\s]+|[\d\p{P}\p{S}\s]+$/gu, '')
  return word.length >= MIN_WORD_LENGTH && text.length - word.length <= MAX_PASSWORD_PADDING ? word : text
}
