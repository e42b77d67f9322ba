import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { OperationList, Shown } from '../../features/api-reference/OperationList.tsx'
import { referenceOf, schemaText } from '../../features/api-reference/document.ts'
import { Article, type Section } from '../../features/site/Article.tsx'
import { errorDetail } from '../../messages/error-detail.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const INTRODUCTION: readonly Section[] = [
  {
    id: 'basics',
    title: <Trans>Basics</Trans>,
    body: (
      <ul>
        <li>
          <Trans>
            JSON in and out, below <code>/api</code>. The whole of it as OpenAPI 3.1:{' '}
            <a href="/api/openapi.json">openapi.json</a>.
          </Trans>
        </li>
        <li>
          <Trans>
            Who asks is said by the session cookie, or by <code>authorization: Bearer</code> with the token that{' '}
            <code>POST /api/auth/sign-in/email</code> returns in the header <code>set-auth-token</code>.
          </Trans>
        </li>
        <li>
          <Trans>
            Programs use a key instead of your password: create one under <a href="/security">Security</a>, and send it
            as <code>authorization: Bearer swk_…</code>. A key expires, can be limited to IP addresses, and does only
            what its scopes allow: read, pause entries, exit trades. No key can buy or change settings. Each call below
            says which scope it takes.
          </Trans>
        </li>
        <li>
          <Trans>The server answers what your plan allows, and for your account alone.</Trans>
        </li>
        <li>
          <Trans>From a browser, changes are taken from our own pages only.</Trans>
        </li>
        <li>
          <Trans>
            120 calls a minute for each call and user, fewer where it says so; then the answer is 429. A failure has a
            stable <code>code</code> and words for people.
          </Trans>
        </li>
        <li>
          <Trans>Money is in rupees, instants are ISO 8601 with an offset, days are days in India.</Trans>
        </li>
      </ul>
    ),
  },
]

export function ApiPage() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/api/openapi.json', { headers: { accept: 'application/json' }, signal })
      const { ok, status } = response
      if (!ok) throw new Error(t`The server answered ${status}.`)
      return referenceOf(await response.json())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Article
      title={<Trans>API</Trans>}
      lead={<Trans>The calls this app is made of, for your own programs.</Trans>}
      sections={INTRODUCTION}
      wide
    >
      <section aria-labelledby="calls" className="space-y-4">
        <h2 id="calls" className="text-lg font-semibold text-ink">
          <Trans>Calls</Trans>
        </h2>
        {isPending && <LoadingState label={t`Reading the reference...`} className="min-h-60" />}
        {data === undefined && !isPending && (
          <ErrorState title={t`Couldn’t load the reference`} hint={errorDetail(error)} onRetry={() => void refetch()} />
        )}
        {data !== undefined && <OperationList operations={data.operations} />}
      </section>
      {data !== undefined && (
        <section aria-labelledby="shapes" className="space-y-4">
          <h2 id="shapes" className="text-lg font-semibold text-ink">
            <Trans>Named shapes</Trans>
          </h2>
          {data.schemas.map(([name, shape]) => (
            <Shown key={name} title={name} text={schemaText(shape)} />
          ))}
        </section>
      )}
    </Article>
  )
}
