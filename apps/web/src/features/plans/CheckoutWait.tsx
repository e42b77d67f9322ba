import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { Notice } from '../../ui/Notice.tsx'

const POLL_MS = 2000

interface CheckoutWaitProps {
  id: string
  /** With the plan's expiry. */
  onPaid: (expiry: string) => void
  /** It expired or was cancelled. */
  onOver: (status: string) => void
}

/** Waits for what the server finds out at the payment provider; what this page's address shows proves nothing. */
export function CheckoutWait({ id, onPaid, onOver }: CheckoutWaitProps) {
  const { data } = useQuery({
    queryKey: ['checkout', id],
    queryFn: ({ signal }) => api.call('checkout', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'open' ? POLL_MS : false),
    gcTime: 0,
  })
  // Called once: the parent continues from there.
  const notified = useRef(false)
  useEffect(() => {
    if (data === undefined || notified.current) return
    if (data.status === 'paid' && data.plan_expiry !== null) {
      notified.current = true
      onPaid(data.plan_expiry)
    } else if (data.status === 'void') {
      notified.current = true
      onOver(data.status)
    }
  }, [data, onPaid, onOver])
  return data?.status === 'disputed' ? (
    <Notice tone="warn" role="status" className="mt-3">
      <Trans>
        We received a payment that doesn’t match this order and are checking it. Contact support if you hear nothing.
      </Trans>
    </Notice>
  ) : (
    <Notice tone="info" role="status" className="mt-3">
      <Trans>Waiting for the payment service to confirm. You may leave this page: your plan begins when it does.</Trans>
    </Notice>
  )
}
