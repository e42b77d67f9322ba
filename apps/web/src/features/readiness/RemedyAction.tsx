import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import type { ReadinessRemedy } from '@strikewise/wire/readiness.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { broker, fundsUrl } from '../../lib/broker.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { buttonClass, Button } from '../../ui/Button.tsx'
import { useBrokerLogin } from '../broker-connect/useBrokerLogin.ts'
import { useConnectPaper } from '../broker-connect/useConnectPaper.ts'
import { requestAct } from '../position/act-request.ts'

const PLACES = {
  connect_account: { label: msg`Connect an account`, to: '/connect-zerodha' },
  trade_settings: { label: msg`Trade settings`, to: '/trade-settings' },
  plans: { label: msg`See plans`, to: '/plans' },
  status: { label: msg`System status`, to: '/status' },
  support: { label: msg`Contact support`, to: '/support' },
} as const satisfies Partial<Record<ReadinessRemedy, { label: MessageDescriptor; to: string }>>

const SIZE = 'max-sm:min-h-11 pointer-coarse:min-h-11'

/** What mends a finding, one press away. */
export function RemedyAction({ remedy, me }: { remedy: ReadinessRemedy; me: Me }) {
  const { t } = useLingui()
  switch (remedy) {
    case 'log_in':
      return <LogIn me={me} />
    case 'connect_paper':
      return <ConnectPaper />
    case 'resume_entries':
      return (
        <Button tone="secondary" size="sm" className={SIZE} onClick={() => requestAct('resume')}>
          <Trans>Resume entries</Trans>
        </Button>
      )
    case 'add_funds':
      return (
        <a href={fundsUrl} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm', SIZE)}>
          <Trans>Add cash at {broker}</Trans>
        </a>
      )
    case 'connect_account':
    case 'trade_settings':
    case 'plans':
    case 'status':
    case 'support': {
      const { label, to } = PLACES[remedy]
      return (
        <Link to={to} className={buttonClass('secondary', 'sm', SIZE)}>
          {t(label)}
        </Link>
      )
    }
  }
}

function LogIn({ me }: { me: Me }) {
  const { press, problem, isPending } = useBrokerLogin(me.zerodha)
  return (
    <Act problem={problem}>
      <Button size="sm" className={SIZE} busy={isPending} onClick={press}>
        <Trans>Log in to {broker}</Trans>
      </Button>
    </Act>
  )
}

function ConnectPaper() {
  const connect = useConnectPaper()
  return (
    <Act problem={connect.isError ? errorDetail(connect.error) : undefined}>
      <Button size="sm" className={SIZE} busy={connect.isPending} onClick={() => connect.mutate()}>
        <Trans>Connect for today</Trans>
      </Button>
    </Act>
  )
}

function Act({ problem, children }: { problem: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col items-end gap-1">
      {children}
      <p role="alert" className="text-xs text-down empty:hidden">
        {problem}
      </p>
    </div>
  )
}
