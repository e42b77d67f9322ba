/** Languages the product shows its texts in; English first, it is the one of those who chose none. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'hi'
}
