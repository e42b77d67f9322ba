import type { Headline } from '@strikewise/domain/agents/sentiment.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { parseFeed } from 'feedsmith'

const MOST_HEADLINES = 20
const MOST_LETTERS = 200

export interface FeedHeadline {
  readonly title: string
  /** Epoch ms; 0 when the feed does not say. */
  readonly at: number
}

/** The titles of an RSS, Atom or JSON feed as plain text, with markup and odd white space taken out. Throws when it is no feed. */
export function headlinesOf(text: string): FeedHeadline[] {
  const parsed = parseFeed(text)
  const items: readonly { title?: unknown; at: unknown }[] =
    parsed.format === 'atom'
      ? (parsed.feed.entries ?? []).map((entry) => ({
          title: titleText(entry.title),
          at: entry.published ?? entry.updated,
        }))
      : parsed.format === 'rss'
        ? (parsed.feed.items ?? []).map((item) => ({ title: item.title, at: item.pubDate }))
        : parsed.format === 'json'
          ? (parsed.feed.items ?? []).map((item) => ({ title: item.title, at: item.date_published }))
          : (parsed.feed.items ?? []).map((item) => ({ title: item.title, at: undefined }))
  return items.flatMap(({ title, at }) => {
    const plain = typeof title === 'string' ? plainText(title) : ''
    const parsedAt = typeof at === 'string' ? Date.parse(at) : Number.NaN
    return plain === '' ? [] : [{ title: plain, at: Number.isNaN(parsedAt) ? 0 : parsedAt }]
  })
}

/** The newest headlines of several feeds, each title once. */
export function newestHeadlines(feeds: readonly (readonly FeedHeadline[])[]): string[] {
  const sorted = feeds.flat().toSorted((a, b) => b.at - a.at)
  return [...new Set(sorted.map((headline) => headline.title))].slice(0, MOST_HEADLINES)
}

/** The newest of several feeds that say when they were published, each title once. */
export function timedHeadlines(feeds: readonly (readonly FeedHeadline[])[]): Headline[] {
  const byTitle = new Map(
    feeds.flat().flatMap(({ title, at }) => (at > 0 ? [[title, { title, at: at as EpochMs }]] : [])),
  )
  return [...byTitle.values()].toSorted((a, b) => b.at - a.at).slice(0, MOST_HEADLINES)
}

function titleText(title: unknown): unknown {
  return typeof title === 'object' && title !== null && 'value' in title ? title.value : title
}

function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS)
}
