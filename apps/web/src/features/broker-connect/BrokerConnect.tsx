import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { broker } from '../../lib/broker.ts'
import { configQuery } from '../../lib/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { BrokerHints } from './BrokerHints.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { DisclosureBlock } from './DisclosureBlock.tsx'
import { KeysForm } from './KeysForm.tsx'
import { LinkStatus } from './LinkStatus.tsx'
import { LoginLink } from './LoginLink.tsx'
import { DisconnectButton } from './DisconnectButton.tsx'
import { useLink } from './useLink.ts'

/** The whole of broker connect for a user who may use it. `redirected`: the broker's redirect, if it came here. */
export function BrokerConnect({ me, redirected }: { me: Me; redirected: string }) {
  const { t } = useLingui()
  // A login that is being completed replaces a stale token: letting that go meanwhile could end the new one.
  const { letGo, disconnect } = useLink(me, redirected === '')
  const { data: config } = useQuery(configQuery)
  const [accepted, setAccepted] = useState(me.legal.zerodhaDisclosureAccepted)
  const [refused, setRefused] = useState(false)
  const block = useRef<HTMLDivElement>(null)

  const accept = (next: boolean) => {
    setAccepted(next)
    setRefused(false)
    api
      .call('acceptBrokerDisclosure', { body: { accepted: next } })
      .catch((error: unknown) => console.error('the acceptance could not be recorded', error))
  }
  const canContinue = () => {
    setRefused(!accepted)
    if (!accepted) block.current?.scrollIntoView({ behavior: 'smooth', block: 'center' })
    return accepted
  }

  return (
    <div className="space-y-4">
      <LinkStatus link={me.zerodha} letGo={letGo} />
      <DisclosureBlock accepted={accepted} refused={refused} onChange={accept} blockRef={block} />
      <Card className="divide-y">
        <Step number={1} title={t`Your API key and secret`} done={me.zerodha.api_key_set && me.zerodha.api_secret_set}>
          <KeysForm link={me.zerodha} canContinue={canContinue} />
        </Step>
        <Step number={2} title={t`Log in at ${broker}`} done={false}>
          <p className="mb-3 text-sm text-ink-2">
            <Trans>
              The login opens in a new tab. When the redirect URL of your app is the one below, you are connected at
              once; otherwise paste the address you are sent to.
            </Trans>
          </p>
          <LoginLink link={me.zerodha} />
        </Step>
        <Step number={3} title={t`Paste the redirect URL`} done={me.zerodha.connected && !me.zerodha.token_stale}>
          <ConnectForm
            me={me}
            prefill={redirected}
            isComplete={accepted && me.zerodha.api_key_set && me.zerodha.api_secret_set}
            canContinue={canContinue}
          />
        </Step>
      </Card>
      <Card className="p-5">
        <BrokerHints redirectUrl={config?.broker_redirect_url} />
      </Card>
      {me.zerodha.connected && (
        <div className="flex justify-end">
          <DisconnectButton uid={me.uid} disconnect={disconnect} />
        </div>
      )}
    </div>
  )
}

function Step({
  number,
  title,
  done,
  children,
}: {
  number: number
  title: string
  done: boolean
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="p-5">
      <h2 className="mb-3.5 flex items-center gap-2.5 text-md font-semibold">
        <span
          className={
            done
              ? 'inline-flex size-6 items-center justify-center rounded-full bg-up-soft text-xs text-up'
              : 'inline-flex size-6 items-center justify-center rounded-full border bg-sunken text-xs text-ink-2'
          }
        >
          <span aria-hidden="true">{done ? '✓' : number}</span>
          {done && (
            <span className="sr-only">
              <Trans>Done:</Trans>
            </span>
          )}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
