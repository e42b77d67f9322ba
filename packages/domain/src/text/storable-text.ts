/** Longer texts of others are cut: a message of the broker is one or two sentences. UTF-16 code units. */
export const MAX_FOREIGN_TEXT = 500

/** Control characters (NUL among them, which PostgreSQL stores in no text) and the two line separators of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu

/**
 * A text from outside as the product stores it: one line of well-formed Unicode, at most `maxLength` code units. A
 * control character becomes a space, half of a surrogate pair (which a cut may make too) the replacement character.
 */
export function storableText(text: string, maxLength = MAX_FOREIGN_TEXT): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll(CONTROL, ' ')
}

/** Whether a text can be stored and compared as it is: an id that is not must not be changed but refused. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROL) === -1
}
