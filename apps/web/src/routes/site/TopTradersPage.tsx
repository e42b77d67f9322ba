import { Trans, useLingui } from '@lingui/react/macro'
import type { TopTradersReply } from '@strikewise/wire/public.ts'
import { useQuery } from '@tanstack/react-query'
import { Article, type Section } from '../../features/site/Article.tsx'
import { RankingTable } from '../../features/top-traders/RankingTable.tsx'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

const sectionsOf = ({ least_days: days, least_trades: trades, traders }: TopTradersReply): readonly Section[] => [
  {
    id: 'list',
    title: <Trans>The list</Trans>,
    plain: true,
    body: <List traders={traders} />,
  },
  {
    id: 'measure',
    title: <Trans>How it is measured</Trans>,
    body: (
      <>
        <dl>
          <dt>
            <Trans>Stops kept</Trans>
          </dt>
          <dd>
            <Trans>Of the trades that lost, how many lost no more than their stop had planned.</Trans>
          </dd>
          <dt>
            <Trans>Limits kept</Trans>
          </dt>
          <dd>
            <Trans>Of the days, on how many no limit had to end the trading.</Trans>
          </dd>
          <dt>
            <Trans>Plan followed</Trans>
          </dt>
          <dd>
            <Trans>Of the trades, how many were left to their own exits.</Trans>
          </dd>
        </dl>
        <p>
          <Trans>
            Discipline is the mean of the three. Profit and loss play no part and are shown nowhere. It takes {days}{' '}
            days and {trades} trades on a paper account to be ranked.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'join',
    title: <Trans>Joining and leaving</Trans>,
    body: (
      <p>
        <Trans>
          Opt-in only. The switch, and the name others see, are on <a href="/profile">your profile</a>. Turn it off and
          you disappear within a minute.
        </Trans>
      </p>
    ),
  },
]

function List({ traders }: Pick<TopTradersReply, 'traders'>) {
  const { t } = useLingui()
  if (traders.length > 0) return <RankingTable traders={traders} />
  return (
    <EmptyState title={t`The list is empty`} hint={t`The users who opted in have not traded long enough on paper.`} />
  )
}

export function TopTradersPage() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['top-traders'],
    queryFn: ({ signal }) => api.call('topTraders', { signal }),
  })
  return (
    <Article
      title={<Trans>Top traders</Trans>}
      lead={<Trans>Ranked by discipline, on paper accounts whose owners opted in. Never by returns.</Trans>}
      wide
      sections={data === undefined ? [] : sectionsOf(data)}
    >
      {isPending && <LoadingState label={t`Reading the list...`} className="min-h-40" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`Couldn’t load the list`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
    </Article>
  )
}
