import type { TopTradersReply } from '@strikewise/wire/public.ts'
import { useQuery } from '@tanstack/react-query'
import { Article, type Section } from '../../features/site/Article.tsx'
import { RankingTable } from '../../features/top-traders/RankingTable.tsx'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../lib/error-detail.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

const sectionsOf = ({ least_days: days, least_trades: trades, traders }: TopTradersReply): readonly Section[] => [
  {
    id: 'list',
    title: 'The list',
    plain: true,
    body:
      traders.length === 0 ? (
        <EmptyState title="Nobody is on the list yet" hint="Whoever opted in has not traded long enough on paper." />
      ) : (
        <RankingTable traders={traders} />
      ),
  },
  {
    id: 'measure',
    title: 'How it is measured',
    body: (
      <>
        <dl>
          <dt>Stops kept</dt>
          <dd>Of the trades that lost, how many lost no more than their stop had planned.</dd>
          <dt>Limits kept</dt>
          <dd>Of the days, on how many no limit had to end the trading.</dd>
          <dt>Plan followed</dt>
          <dd>Of the trades, how many were left to their own exits.</dd>
        </dl>
        <p>
          Discipline is the mean of the three. Profit and loss play no part and are shown nowhere. It takes {days} days
          and {trades} trades on a paper account to be ranked.
        </p>
      </>
    ),
  },
  {
    id: 'join',
    title: 'Joining and leaving',
    body: (
      <p>
        Nobody is here who did not ask for it. The switch, and the name others see, are on{' '}
        <a href="/profile">your profile</a>. Switched off, you are gone within a minute.
      </p>
    ),
  },
]

export function TopTradersPage() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['top-traders'],
    queryFn: ({ signal }) => api.call('topTraders', { signal }),
  })
  return (
    <Article
      title="Top traders"
      lead="Ranked by discipline, on paper accounts whose owners opted in. Never by returns."
      wide
      sections={data === undefined ? [] : sectionsOf(data)}
    >
      {isPending && <LoadingState label="Reading the list..." className="min-h-40" />}
      {data === undefined && !isPending && (
        <ErrorState title="The list could not be read" hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
    </Article>
  )
}
