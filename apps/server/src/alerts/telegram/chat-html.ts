import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'

/** Of the 4096 characters a message may have, after its entities are read. */
const MAX_TEXT = 3500

/**
 * An alert as a message: its title in bold with the time of the event, its text below, cut to what a message may hold.
 * `hasHeadline`: the first line of the text is its result, in bold too.
 */
export function alertHtml(title: string, time: string, text: string, hasHeadline = false): string {
  const shown = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`
  const head = `<b>${escapeHtml(title)}</b> · ${escapeHtml(time)}`
  if (!hasHeadline) return `${head}\n${escapeHtml(shown)}`
  const [headline = '', ...lines] = shown.split('\n')
  return [head, `<b>${escapeHtml(headline)}</b>`, ...(lines.length === 0 ? [] : ['', ...lines.map(escapeHtml)])].join(
    '\n',
  )
}
