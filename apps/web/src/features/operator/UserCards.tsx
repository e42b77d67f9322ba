import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorUser } from '@strikewise/wire/operator.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { wireDay } from '../../lib/ist-format.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { RefundForm } from './RefundForm.tsx'
import { RequestFlatten } from './RequestFlatten.tsx'
import { useAct } from './useAct.ts'

/** What support needs of one user, and what an operator can do for the account. */
export function UserCards({ user }: { user: OperatorUser }) {
  const { t } = useLingui()
  const { link } = user
  return (
    <>
      <Card aria-labelledby="user-title">
        <CardHeader
          id="user-title"
          title={user.name || t`No name`}
          note={user.email}
          actions={
            <Link
              to="/operator/$section"
              params={{ section: 'time-travel' }}
              search={{ user: user.user_id } as never}
              className={buttonClass('secondary', 'sm')}
            >
              <Trans>Past state</Trans>
            </Link>
          }
        />
        <dl className="divide-y text-sm">
          <Row name={t`User id`} value={user.user_id} />
          <Row name={t`Address verified`} value={user.email_verified ? t`Yes` : t`No`} />
          <Row name={t`Joined`} value={wireDay(user.joined_at)} />
          <Row
            name={t`Plan`}
            value={
              user.plan_expiry === null ? (user.plan ?? t`None`) : t`${user.plan} until ${wireDay(user.plan_expiry)}`
            }
          />
          {user.next_plan !== null && <Row name={t`Then`} value={user.next_plan} />}
          <Row name={t`Entries`} value={user.stopped ? t`Paused` : t`Allowed`} />
          <Row
            name={t`Broker link`}
            value={
              link === null
                ? t`None`
                : `${link.mode}, ${link.connected ? t`connected` : t`not connected`}, ${link.broker_user_id ?? '–'}`
            }
          />
        </dl>
      </Card>
      {link?.mode === 'live' && <EgressForm userId={user.user_id} address={link.egress_address} />}
      <RequestFlatten userId={user.user_id} />
      <Card aria-labelledby="paid-title">
        <CardHeader id="paid-title" title={t`Payments`} />
        {user.payments.length === 0 ? (
          <EmptyState title={t`No payments yet.`} />
        ) : (
          <ul className="divide-y">
            {user.payments.map((payment) => (
              <li key={payment.payment_id} className="space-y-2 px-4 py-3 text-sm">
                <p className="flex justify-between gap-3">
                  <span>
                    {payment.plan}, {payment.billing}, {wireDay(payment.paid_at)}, {payment.receipt_number}
                  </span>
                  <span className="font-medium tabular-nums">{rupeesText(payment.amount)}</span>
                </p>
                {payment.refunded > 0 ? (
                  <p className="text-ink-3">
                    <Trans>{rupeesText(payment.refunded)} refunded</Trans>
                  </p>
                ) : (
                  <RefundForm paymentId={payment.payment_id} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function EgressForm({ userId, address }: { userId: string; address: string | null }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(address ?? '')
  const [family, setFamily] = useState(false)
  const request = useAct(
    () =>
      api.call('requestEgressAddress', {
        body: { user_id: userId, address: typed.trim() === '' ? null : typed.trim(), same_family: family },
      }),
    () => toast.info(t`Nothing is changed yet: a second operator decides it under Approvals.`),
  )
  return (
    <Card aria-labelledby="egress-title" className="p-5">
      <h2 id="egress-title" className="font-semibold">
        <Trans>Address of orders</Trans>
      </h2>
      <Field
        className="mt-3"
        label={t`IP address`}
        value={typed}
        autoComplete="off"
        hint={t`Bring it up on the machine and list it at the broker first. Empty: no order of this link leaves.`}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Checkbox className="mt-3" checked={family} onChange={setFamily}>
        <Trans>Another account with this address belongs to the same family</Trans>
      </Checkbox>
      <Button className="mt-3" busy={request.isPending} onClick={() => request.mutate()}>
        <Trans>Request this address</Trans>
      </Button>
    </Card>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-6 px-4 py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
    </div>
  )
}
