import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alertHtml, escapeHtml } from './chat-html.ts'

const read = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

it('lets every text arrive as it was, and no character of it act as a tag or an entity', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('<b>', '&amp;', '</a>', '&#60;', '<')), (text) => {
      const html = escapeHtml(text)
      expect(html).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      expect(read(html)).toBe(text)
    }),
  ))

it('keeps a message within what Telegram takes', () => {
  expect(alertHtml('Entry', 'Bought 75 & stopped')).toBe('<b>Entry</b>\nBought 75 &amp; stopped')
  const long = read(alertHtml('Daily report', '₹'.repeat(9000)))
  expect(long.length).toBeLessThan(4096)
  expect(long.endsWith('₹…')).toBe(true)
})
