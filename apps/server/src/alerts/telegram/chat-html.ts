import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'

/** Of the 4096 characters a message may have, after its entities are read. */
const MAX_TEXT = 3500

/** An alert as a message: its title in bold, its text below, cut to what a message may hold. */
export function alertHtml(title: string, text: string): string {
  const shown = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`
  return `<b>${escapeHtml(title)}</b>\n${escapeHtml(shown)}`
}
