import { expect, it } from 'vitest'
import { alertHtml } from './chat-html.ts'

const read = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

it('keeps a message within what Telegram takes', () => {
  expect(alertHtml('Entry', '09:52', 'Bought 75 & stopped')).toBe('<b>Entry</b> · 09:52\nBought 75 &amp; stopped')
  expect(alertHtml('Report', '15:45', '+₹5 <net>\nGross\nMonth', true)).toBe(
    '<b>Report</b> · 15:45\n<b>+₹5 &lt;net&gt;</b>\n\nGross\nMonth',
  )
  expect(alertHtml('Report', '15:45', 'No trades', true)).toBe('<b>Report</b> · 15:45\n<b>No trades</b>')
  const long = read(alertHtml('Daily report', '15:45', '₹'.repeat(9000)))
  expect(long.length).toBeLessThan(4096)
  expect(long.endsWith('₹…')).toBe(true)
})
