import { expect, it } from 'vitest'
import { headlinesOf, newestHeadlines, timedHeadlines } from './headlines.ts'

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>Desk</title>
<item><title>Nifty opens higher</title><pubDate>Fri, 20 Nov 2026 03:50:00 GMT</pubDate></item>
<item><title><![CDATA[Bank Nifty <b>flat</b> &
  quiet]]></title><pubDate>Fri, 20 Nov 2026 04:50:00 GMT</pubDate></item>
<item><description>no title</description></item></channel></rss>`
const ATOM = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><id>a</id><updated>2026-11-20T05:00:00Z</updated>
<entry><id>1</id><title>RBI holds rates</title><updated>2026-11-20T05:00:00Z</updated></entry>
<entry><id>2</id><title>Nifty opens higher</title><updated>2026-11-20T03:00:00Z</updated></entry></feed>`

it('reads RSS and Atom titles as plain text', () => {
  expect(headlinesOf(RSS).map((headline) => headline.title)).toEqual(['Nifty opens higher', 'Bank Nifty flat & quiet'])
  expect(headlinesOf(ATOM).map((headline) => headline.title)).toEqual(['RBI holds rates', 'Nifty opens higher'])
})

it('puts the newest of all feeds first, each once', () => {
  expect(newestHeadlines([headlinesOf(RSS), headlinesOf(ATOM)])).toEqual([
    'RBI holds rates',
    'Bank Nifty flat & quiet',
    'Nifty opens higher',
  ])
})

it('takes one title for the same however it is written, and keeps the newest spelling', () => {
  const of = (title: string, at: number) => ({ title, at })
  const feeds = [
    [of('Nifty opens higher', 1), of('RBI holds rates: what it means', 4), of('Sensex at 81,000', 6)],
    [of('NIFTY opens higher!', 2), of('RBI holds rates – what it means', 3), of('Sensex at 80,000', 5)],
  ]
  const expected = ['Sensex at 81,000', 'Sensex at 80,000', 'RBI holds rates: what it means', 'NIFTY opens higher!']
  expect(newestHeadlines(feeds)).toEqual(expected)
  expect(timedHeadlines(feeds).map(({ title }) => title)).toEqual(expected)
})

it('takes markup out however it was wrapped, and keeps a line short', () => {
  const rss = (title: string) =>
    `<rss version="2.0"><channel><title>D</title><item><title>${title}</title></item></channel></rss>`
  for (const wrapped of [
    '<![CDATA[Nifty <script>alert(1)</script>flat]]>',
    'Nifty &lt;script&gt;alert(1)&lt;/script&gt;flat',
    'Nifty <![CDATA[<img src=x onerror=alert(1)>]]> flat',
  ]) {
    const [headline] = headlinesOf(rss(wrapped))
    expect(headline!.title).toMatch(/^Nifty (alert\(1\) )?flat$/)
  }
  expect(headlinesOf(rss('a'.repeat(500)))[0]!.title).toHaveLength(200)
})

it('hands over what shows when it was published, for weighing by age', () => {
  const [first, ...others] = timedHeadlines([headlinesOf(RSS), headlinesOf(ATOM), [{ title: 'Undated', at: 0 }]])
  expect(first).toEqual({ title: 'RBI holds rates', at: Date.parse('2026-11-20T05:00:00Z') })
  expect(others.map(({ title }) => title)).toEqual(['Bank Nifty flat & quiet', 'Nifty opens higher'])
})

it.each(['', '<html><body>no feed</body></html>', '{"not":"a feed"}'])('refuses %j', (text) => {
  expect(() => headlinesOf(text)).toThrow()
})
