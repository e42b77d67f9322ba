import type { Language } from '@strikewise/domain/text/language.ts'

/** Locales that give `{n, number}` and plurals Indian grouping and Latin digits. */
export const NUMBER_LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }

/** Value of `lang` and of `Content-Language`: English is written as in India. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' }
