import { Trans, useLingui } from '@lingui/react/macro'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import type { CSSProperties } from 'react'
import { api } from '../../lib/api.ts'
import { pollUnlessStreamed } from '../../lib/stream/poll-intervals.ts'

const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: ({ signal }) => api.call('news', { signal }),
  ...pollUnlessStreamed(topicText({ route: 'news' }), 60_000),
  retry: false,
})

/** Seconds a character stays on its way; the strip's speed does not depend on how much there is to read. */
const SECONDS_A_CHARACTER = 0.16

/** Headlines running by; stands still under the pointer, on focus and when motion is unwanted. Nothing without headlines. */
export function NewsMarquee() {
  const { t } = useLingui()
  const { data: headlines = [] } = useQuery({ ...newsQuery, select: (news) => news.headlines })
  if (headlines.length === 0) return null
  const length = headlines.reduce((sum, text) => sum + text.length + 6, 0)
  const style = { '--marquee-seconds': `${Math.max(30, length * SECONDS_A_CHARACTER)}s` } as CSSProperties
  return (
    <section
      aria-label={t`Market news`}
      className="flex h-9 items-center gap-3 overflow-hidden rounded-md border bg-surface pl-3 text-sm"
    >
      <span className="flex shrink-0 items-center gap-1.5 text-xs font-semibold text-ink-2">
        <Newspaper aria-hidden="true" className="size-3.5" />
        <Trans>News</Trans>
      </span>
      <div
        tabIndex={0}
        role="group"
        aria-label={t`Headlines`}
        className="group relative min-w-0 flex-1 overflow-hidden [mask-image:linear-gradient(90deg,transparent,#000_1.5rem,#000_calc(100%-1.5rem),transparent)] motion-reduce:overflow-x-auto"
      >
        <div
          style={style}
          className="flex w-max animate-marquee group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused] group-focus:[animation-play-state:paused] motion-reduce:animate-none"
        >
          <Strip headlines={headlines} />
          {/* The copy makes the loop seamless. */}
          <Strip headlines={headlines} copy />
        </div>
      </div>
    </section>
  )
}

function Strip({ headlines, copy = false }: { headlines: readonly string[]; copy?: boolean }) {
  return (
    <ul aria-hidden={copy || undefined} className="flex shrink-0 text-ink-2">
      {headlines.map((headline, i) => (
        <li key={`${i} ${headline}`} className="flex items-center whitespace-nowrap">
          <span className="px-4">{headline}</span>
          <span aria-hidden="true" className="size-1 rounded-full bg-line-strong" />
        </li>
      ))}
    </ul>
  )
}
