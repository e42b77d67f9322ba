import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { queryClient } from '../../lib/query-client.ts'
import { signOut } from '../../lib/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { LegalLink } from '../site/LegalLink.tsx'

/**
 * In place of every screen for who has never agreed to the terms: a first sign-in with Google, an account that was brought
 * over from elsewhere. The same two boxes as at the sign-up.
 */
export function FirstTerms() {
  const { t } = useLingui()
  const [adult, setAdult] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const agree = useAgree()
  const leave = useMutation({ mutationFn: () => signOut(), onError: () => toast.error(t`Log-out failed. Try again.`) })
  return (
    <main className="mx-auto max-w-md px-4 pt-14 pb-20 sm:px-6">
      <Card className="p-6">
        <h1 className="text-xl font-semibold tracking-[-0.02em]">
          <Trans>Before you continue</Trans>
        </h1>
        <p className="mt-2 text-sm text-ink-2">
          <Trans>Your account opens once you have ticked both boxes.</Trans>
        </p>
        <div className="mt-4 space-y-3">
          <Checkbox checked={adult} onChange={setAdult}>
            <Trans>I am 18 or older.</Trans>
          </Checkbox>
          <Checkbox checked={agreed} onChange={setAgreed}>
            <Trans>
              I accept the <LegalLink to="/terms">terms</LegalLink> and the{' '}
              <LegalLink to="/privacy">privacy policy</LegalLink>.
            </Trans>
          </Checkbox>
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button disabled={!adult || !agreed} busy={agree.isPending} onClick={() => agree.mutate()}>
            <Trans>Agree and continue</Trans>
          </Button>
          <Button tone="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
            <Trans>Log out</Trans>
          </Button>
        </div>
        {agree.isError && (
          <Notice tone="down" role="alert" className="mt-4">
            {errorDetail(agree.error)}
          </Notice>
        )}
      </Card>
    </main>
  )
}

/** Over every screen once a text has changed. Trades and their stop button go on meanwhile. */
export function ChangedTerms() {
  const { t } = useLingui()
  const [agreed, setAgreed] = useState(false)
  const agree = useAgree()
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6">
      <Notice tone="info" role="status" title={t`The terms or the privacy policy have changed`}>
        <Agreement className="mt-2" checked={agreed} onChange={setAgreed} />
        <Button size="sm" className="mt-3" disabled={!agreed} busy={agree.isPending} onClick={() => agree.mutate()}>
          <Trans>Agree</Trans>
        </Button>
        {agree.isError && (
          <p role="alert" className="mt-2 font-medium text-down">
            {errorDetail(agree.error)}
          </p>
        )}
      </Notice>
    </div>
  )
}

interface AgreementProps {
  checked: boolean
  onChange: (checked: boolean) => void
  className: string
}

function Agreement(props: AgreementProps) {
  return (
    <Checkbox {...props}>
      <Trans>
        I am 18 or older, and I agree to the <LegalLink to="/terms">terms</LegalLink> and the{' '}
        <LegalLink to="/privacy">privacy policy</LegalLink>.
      </Trans>
    </Checkbox>
  )
}

function useAgree() {
  return useMutation({
    mutationFn: () => api.call('agreeToTerms', { body: { adult: true, terms: true } }),
    // What was refused until now is asked for again.
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
