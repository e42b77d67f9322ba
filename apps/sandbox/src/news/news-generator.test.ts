import { expect, it } from 'vitest'
import { epochFromIstText } from '@strikewise/domain/time/ist.ts'
import { NewsGenerator } from './news-generator.ts'
import { rssOf } from './rss.ts'

const at = (time: string) => epochFromIstText(`2026-09-16 ${time}`)
const index =
  (last: number, high = 24_500, low = 24_300) =>
  () => [{ symbol: 'NIFTY' as const, last, open: 24_400, high, low, previousClose: 24_350 }]

it('reports the open, moves worth a line, the hours and the close', () => {
  const generator = new NewsGenerator('1')
  generator.observe(at('09:14:00'), index(24_350))
  generator.observe(at('09:15:00'), index(24_400))
  generator.observe(at('09:16:00'), index(24_410))
  generator.observe(at('09:40:00'), index(24_500))
  generator.observe(at('10:00:00'), index(24_490))
  generator.observe(at('15:30:00'), index(24_350))
  generator.observe(at('15:31:00'), index(24_350))
  const titles = generator.items().map((item) => item.title)
  expect(titles).toEqual([
    'NIFTY 50 ends the session flat at 24,350.00',
    'NIFTY 50 trades up 0.57% at 24,490.00; range so far 24,300.00 to 24,500.00',
    expect.stringMatching(/^NIFTY 50 (climbs|gains|advances) 0\.41% to the high of the day, now at 24,500\.00$/),
    'NIFTY 50 opens up 0.21% at 24,400.00',
  ])
})

it('looks once a minute', () => {
  const generator = new NewsGenerator('1')
  generator.observe(at('09:15:00'), index(24_400))
  generator.observe(at('09:15:30'), () => {
    throw new Error('looked twice')
  })
  expect(generator.items()).toHaveLength(1)
})

it('writes RSS that survives odd signs', () => {
  const item = { id: 7, at: at('09:15:00'), title: 'Up & <away>', summary: '"so"' }
  const feed = rssOf([item], 'http://sandbox')
  expect(feed).toContain('<title>Up &amp; &lt;away&gt;</title>')
  expect(feed).toContain('<link>http://sandbox/news/items/7</link>')
  expect(feed).toContain('<pubDate>Wed, 16 Sep 2026 03:45:00 GMT</pubDate>')
})
