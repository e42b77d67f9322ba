import type { NewsGenerator, NewsItem } from '../news/news-generator.ts'
import type { RecordedPath } from './recorded-path.ts'

/** As many as a desk of the simulated market keeps. */
const MAX_ITEMS = 200

/** The headlines of a recorded day, each from the instant it was received. Their texts were not recorded. */
export function recordedNews(path: Pick<RecordedPath, 'headlines'>): Pick<NewsGenerator, 'items' | 'item'> {
  const items = (): NewsItem[] => {
    const all = path.headlines
    return all
      .map(({ title, at }, index) => ({ id: all.length - index, at, title, summary: 'From a recorded day.' }))
      .slice(0, MAX_ITEMS)
  }
  return { items, item: (id) => items().find((item) => item.id === id) }
}
