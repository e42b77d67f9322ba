/** A text from before messages were data: old rows of the store, old lines of an offline journal, old log entries. */
export interface LegacyText {
  readonly code: 'legacy.text'
  readonly text: string
}

export function legacyText(text: string): LegacyText {
  return { code: 'legacy.text', text }
}
