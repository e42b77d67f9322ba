import { createHash } from 'node:crypto'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { Hono } from 'hono'
import { istText } from '@strikewise/domain/time/ist.ts'
import { cardPage } from '../http/html.ts'
import type { NewsGenerator } from './news-generator.ts'
import { rssOf } from './rss.ts'

/** The news feed at `/news/rss.xml`, and a page for each of its links. */
export function newsApp(news: Pick<NewsGenerator, 'items' | 'item'>, isDown: () => boolean): Hono {
  const app = new Hono()
  app.get('/rss.xml', (c) => {
    if (isDown()) return c.text('The news feed is down (sandbox fault).', 503)
    const feed = rssOf(news.items(), new URL(c.req.url).origin)
    const etag = `"${createHash('sha256').update(feed).digest('hex').slice(0, 16)}"`
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag })
    return c.body(feed, 200, { 'content-type': 'application/rss+xml; charset=utf-8', etag })
  })
  app.get('/items/:id', (c) => {
    const item = news.item(Number(c.req.param('id')))
    if (item === undefined)
      return c.html(cardPage('News', '<h1>No such headline</h1><p>The sandbox keeps the newest 200.</p>'), 404)
    const body = `<h1>${escapeHtml(item.title)}</h1><p>${istText(item.at)} IST</p><p>${escapeHtml(item.summary)}</p>`
    return c.html(cardPage(item.title, body))
  })
  return app
}
