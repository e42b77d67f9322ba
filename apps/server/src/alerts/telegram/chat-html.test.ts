import { expect, it } from 'vitest'
import { alertHtml } from './chat-html.ts'

const read = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

it('keeps a message within what Telegram takes', () => {
  expect(alertHtml('Entry', 'Bought 75 & stopped')).toBe('<b>Entry</b>\nBought 75 &amp; stopped')
  const long = read(alertHtml('Daily report', '₹'.repeat(9000)))
  expect(long.length).toBeLessThan(4096)
  expect(long.endsWith('₹…')).toBe(true)
})
