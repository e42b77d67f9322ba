import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { NewsItem } from './news-generator.ts'

/** RSS 2.0 of the headlines, newest first. `origin` is the address the reader used, for the links. */
export function rssOf(items: readonly NewsItem[], origin: string): string {
  const entries = items.map(
    (item) => `    <item>
      <title>${escapeHtml(item.title)}</title>
      <link>${origin}/news/items/${item.id}</link>
      <guid isPermaLink="true">${origin}/news/items/${item.id}</guid>
      <pubDate>${new Date(item.at).toUTCString()}</pubDate>
      <category>Market</category>
      <description>${escapeHtml(item.summary)}</description>
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Simulated market news</title>
    <link>${origin}/</link>
    <atom:link href="${origin}/news/rss.xml" rel="self" type="application/rss+xml"/>
    <description>Headlines about the sandbox's simulated market</description>
    <language>en-IN</language>
    <ttl>1</ttl>
${entries.join('\n')}
  </channel>
</rss>
`
}
