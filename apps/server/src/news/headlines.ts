import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { parseFeed } from 'feedsmith'

const MAX_HEADLINES = 20
const MAX_LETTERS = 200

export interface FeedHeadline {
  readonly title: string
  /** Epoch ms; 0 when the feed does not show. */
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
  return newestOnce(feeds.flat()).map((headline) => headline.title)
}

/** The newest of several feeds that show when they were published, each title once. */
export function timedHeadlines(feeds: readonly (readonly FeedHeadline[])[]): Headline[] {
  return newestOnce(feeds.flat().filter(({ at }) => at > 0)).map(({ title, at }) => ({ title, at: at as EpochMs }))
}

/** Newest first. Of one title in several spellings, which feeds that copy one another have, the newest stays. */
function newestOnce(headlines: readonly FeedHeadline[]): FeedHeadline[] {
  const byTitle = new Map<string, FeedHeadline>()
  for (const headline of headlines.toSorted((a, b) => b.at - a.at)) {
    const letters = headline.title
      .toLowerCase()
      .replace(/[\p{P}\s]+/gu, ' ')
      .trim()
    if (!byTitle.has(letters)) byTitle.set(letters, headline)
  }
  return [...byTitle.values()].slice(0, MAX_HEADLINES)
}

function titleText(title: unknown): unknown {
  return typeof title === 'object' && title !== null && 'value' in title ? title.value : title
}

function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LETTERS)
}
