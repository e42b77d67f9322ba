/** A text from before messages were data: old rows of the store, old log entries. */
export type LegacyText = { readonly code: 'legacy.text'; readonly text: string }
