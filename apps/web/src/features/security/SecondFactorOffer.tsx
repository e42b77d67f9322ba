import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, securityQuery } from '../../lib/queries.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Offers an authenticator app to the owner of a live account that trades by itself and opens with a password alone. */
export function SecondFactorOffer({ armed, className }: { armed: boolean; className?: string }) {
  const { t } = useLingui()
  const mode = useQuery({ ...meQuery, select: (me) => me.zerodha.mode })
  const asks = armed && mode.data === 'live'
  const security = useQuery({ ...securityQuery, enabled: asks })
  if (!asks || security.data?.two_factor !== false) return null
  return (
    <Notice
      tone="info"
      title={t`Protect the account that trades your money`}
      {...(className === undefined ? {} : { className })}
    >
      <Trans>
        Live trading is armed, and your password alone opens this account.{' '}
        <Link to="/security" className="underline underline-offset-2">
          Set up an authenticator app
        </Link>
      </Trans>
    </Notice>
  )
}
