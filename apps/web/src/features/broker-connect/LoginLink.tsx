import { Trans } from '@lingui/react/macro'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import { ExternalLink } from 'lucide-react'
import { broker } from '../../lib/broker.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldNote } from '../../ui/Field.tsx'
import { useBrokerLogin } from './useBrokerLogin.ts'

/** The way to the broker's login page. */
export function LoginLink({ link }: { link: BrokerLinkState }) {
  const { press, problem, isPending } = useBrokerLogin(link)
  return (
    <div>
      <Button tone={link.api_key_set ? 'primary' : 'secondary'} busy={isPending} onClick={press}>
        <ExternalLink aria-hidden="true" />
        <Trans>Open {broker} login</Trans>
      </Button>
      <div role="alert">
        <FieldNote id="login-link-problem" error={problem} />
      </div>
    </div>
  )
}
