import { Trans, useLingui } from '@lingui/react/macro'
import { formatRupees } from '@strikewise/domain/money/format.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { Receipt } from '@strikewise/wire/billing.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { api } from '../lib/api.ts'
import { BILLING_LABELS } from '../lib/billing-label.ts'
import { wireDay } from '../lib/ist-format.ts'
import { planLabel } from '../messages/plan-labels.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FailedRead } from '../ui/FailedRead.tsx'
import { Skeleton } from '../ui/states.tsx'

/** One receipt, as it prints. */
export function ReceiptPage() {
  const { t } = useLingui()
  const { id } = useParams({ strict: false })
  const receipt = useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => api.call('receipt', { params: { id: id ?? '' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = receipt
  const number = data?.number
  return (
    <SettingsPage
      title={data === undefined ? t`Receipt` : isTaxInvoice(data) ? t`Tax invoice ${number}` : t`Receipt ${number}`}
      aside={
        data !== undefined && (
          <Button tone="secondary" size="sm" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            <Trans>Print</Trans>
          </Button>
        )
      }
    >
      <Card>
        {receipt.isError ? (
          <FailedRead
            error={receipt.error}
            title={t`This receipt could not be loaded.`}
            missing={{
              title: t`There is no such receipt`,
              hint: t`Your receipts are listed in your profile, under Payments.`,
              action: (
                <Link to="/profile" className={buttonClass('secondary', 'sm')}>
                  <Trans>Profile</Trans>
                </Link>
              ),
            }}
            onRetry={() => void receipt.refetch()}
          />
        ) : data === undefined ? (
          <Skeleton className="m-5 h-48" />
        ) : (
          <ReceiptBody {...data} />
        )}
      </Card>
    </SettingsPage>
  )
}

/** What the tax rules ask of an invoice: without one of them it is a receipt, and must not call itself more. */
function isTaxInvoice({ seller }: Receipt): boolean {
  return seller.gstin !== null && seller.sac !== null && seller.address !== ''
}

function ReceiptBody(receipt: Receipt) {
  const { seller, buyer, plan, billing, price, credit, amount, taxable, taxes } = receipt
  const { t } = useLingui()
  const [name, rhythm] = [planLabel(plan), t(BILLING_LABELS[billing]).toLowerCase()]
  const [from, until] = [wireDay(receipt.starts_at), wireDay(receipt.plan_expiry)]
  return (
    <>
      <div className="grid gap-5 p-5 text-sm sm:grid-cols-2">
        <Party
          title={t`Seller`}
          lines={[
            seller.name,
            seller.address,
            seller.gstin === null ? '' : `GSTIN ${seller.gstin}`,
            seller.sac === null ? '' : `SAC ${seller.sac}`,
          ]}
        />
        <Party title={t`Buyer`} lines={[buyer.name, buyer.email, buyer.state ?? '']} />
      </div>
      <dl className="divide-y border-t text-sm">
        <Line name={t`Date`}>{wireDay(receipt.paid_at)}</Line>
        <Line name={t`${name} plan, ${rhythm}`}>{money(price)}</Line>
        <Line name={t`Runs`}>
          <Trans>
            {from} to {until}
          </Trans>
        </Line>
        {credit > 0 && <Line name={t`Credit for unused days`}>− {money(Math.min(credit, price))}</Line>}
        {credit > price && <Line name={t`Further credit, as days of this plan`}>{money(credit - price)}</Line>}
        <Line name={t`Taxable value`}>{money(taxable)}</Line>
        {taxes.map((tax) => (
          <Line key={tax.name} name={`${tax.name} ${tax.percent} %`}>
            {money(tax.amount)}
          </Line>
        ))}
        {taxes.length === 0 && (
          <Line name="GST">
            <Trans>Not charged: the seller is not registered</Trans>
          </Line>
        )}
        {receipt.place_of_supply !== null && <Line name={t`Place of supply`}>{receipt.place_of_supply}</Line>}
        <Line name={t`Paid`}>
          <strong className="text-base">{money(amount)}</strong>
        </Line>
        <Line name={t`Reference`}>
          {receipt.provider} {receipt.provider_reference}
        </Line>
      </dl>
      {receipt.refund !== null && <CreditNote {...receipt.refund} />}
    </>
  )
}

function CreditNote({ number, at, amount, taxable, taxes, provider_reference }: NonNullable<Receipt['refund']>) {
  const { t } = useLingui()
  return (
    <section className="border-t">
      <h2 className="px-5 pt-4 pb-2 font-semibold">
        <Trans>Credit note {number}</Trans>
      </h2>
      <dl className="divide-y border-t text-sm">
        <Line name={t`Date`}>{wireDay(at)}</Line>
        {taxes.length > 0 && <Line name={t`Taxable value`}>{money(taxable)}</Line>}
        {taxes.map((tax) => (
          <Line key={tax.name} name={`${tax.name} ${tax.percent} %`}>
            {money(tax.amount)}
          </Line>
        ))}
        <Line name={t`Refunded`}>{money(amount)}</Line>
        <Line name={t`Reference`}>{provider_reference}</Line>
      </dl>
    </section>
  )
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <h2 className="text-ink-3">{title}</h2>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line} className="break-words">
            {line}
          </p>
        ))}
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 px-5 py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right font-medium break-words tabular-nums">{children}</dd>
    </div>
  )
}

function money(rupees: number): string {
  return formatRupees(paiseFromRupees(Math.round(rupees * 100) / 100))
}
