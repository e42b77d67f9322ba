import { expect, it } from 'vitest'
import { textOfHtml } from './message-html.ts'

it.each([
  ['<b>Entry</b>\nBought 75 &amp; stopped at &lt;80&gt;', { text: 'Entry\nBought 75 & stopped at <80>' }],
  ['a & b', { text: 'a & b' }],
  ['&#8377;5', { text: '₹5' }],
  ['<a href="https://x.example/">there</a>', { text: 'there' }],
  ['<script>x</script>', { problem: /Unsupported start tag at byte offset 0/ }],
  ['1 < 2', { problem: /Unsupported start tag at byte offset 2/ }],
  ['<b>open', { problem: /end tag corresponding to start tag b/ }],
  ['<b>x</i>', { problem: /Unexpected end tag/ }],
] as const)('%s', (html, expected) => {
  const read = textOfHtml(html)
  if ('text' in expected) expect(read).toEqual(expected)
  else expect('problem' in read && read.problem).toMatch(expected.problem)
})
