/** Languages the product speaks; English first, it is the fallback. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Locales that give `{n, number}` and plurals Indian grouping and Latin digits. */
export const NUMBER_LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }

/** Value of `lang` and of `Content-Language`: English is written as in India. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' }

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'hi'
}
