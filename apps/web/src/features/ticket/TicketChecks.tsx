import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import { CircleCheck, CircleX } from 'lucide-react'
import { ServerText } from '../../ui/ServerText.tsx'
import { RemedyLink } from '../entry-refusals/RemedyLink.tsx'

const NAMES: Readonly<Record<TicketQuote['checks'][number]['check'], MessageDescriptor>> = {
  account: msg`Account and plan`,
  market: msg`Market hours`,
  limits: msg`Your limits`,
  price: msg`Price`,
  size: msg`Loss limit and size`,
}

/** The checks that the order goes through as it leaves, as they stand now. */
export function TicketChecks({ quote: { checks } }: { quote: TicketQuote }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Checks`} className="mt-3 grid gap-1 border-t pt-3 text-sm">
      {checks.map(({ check, refusal }) => (
        <li key={check} className="flex items-start gap-2">
          {refusal === null ? (
            <CircleCheck aria-label={t`Passed`} className="mt-0.5 size-4 shrink-0 text-up" />
          ) : (
            <CircleX aria-label={t`Refused`} className="mt-0.5 size-4 shrink-0 text-down" />
          )}
          <span>
            {t(NAMES[check])}
            {refusal !== null && (
              <span className="block text-ink-2">
                <ServerText of={refusal} />{' '}
                {refusal.remedy !== null && (
                  <>
                    <ServerText of={refusal.remedy} />{' '}
                    {refusal.remedy.place !== null && <RemedyLink place={refusal.remedy.place} />}
                  </>
                )}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
