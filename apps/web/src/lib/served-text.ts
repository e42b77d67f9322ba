import type { I18n } from '@lingui/core'

const NUMBER = /\d(?:[\d,.:]*\d)?/g

/**
 * A text that came in English from the domain or the server, in the language `i18n` shows; undefined where nobody has
 * translated it. It is looked up as it stands, then with its numbers taken out: 'ADX 14 is 23.1' as 'ADX {0} is {1}'.
 * What can be looked up is listed in `src/served-texts`.
 */
export function servedTranslation(i18n: I18n, text: string): string | undefined {
  if (Object.hasOwn(i18n.messages, text)) return i18n._(text)
  const numbers: string[] = []
  const pattern = text.replace(NUMBER, (number) => `{${numbers.push(number) - 1}}`)
  return Object.hasOwn(i18n.messages, pattern) ? i18n._(pattern, Object.fromEntries(numbers.entries())) : undefined
}

/** The same for attributes and toasts, which can hold text only: English where there is no translation. */
export const servedText = (i18n: I18n, text: string): string => servedTranslation(i18n, text) ?? text
