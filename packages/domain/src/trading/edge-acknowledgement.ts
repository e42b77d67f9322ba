/** What a user types who arms live execution without a proven edge. */
export const EDGE_SENTENCE = 'I know that no profit is proven and that I can lose money'

/** The day this wording was first shown: a consent names the wording it was given to. */
export const EDGE_SENTENCE_VERSION = '2026-11-21'

/** Whether `typed` is the sentence, whatever its capitals and spaces, with or without a full stop. */
export function isEdgeSentence(typed: string): boolean {
  return plain(typed) === plain(EDGE_SENTENCE)
}

function plain(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/\s*\.$/, '')
    .toLowerCase()
}
