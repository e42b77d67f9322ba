import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'

/** What the broker answers, in its words, and what it means. */
const HINTS = [
  [
    // untranslated: the broker's words
    'Incorrect api_key or access_token',
    msg`The token was made with a different API key. Save the key you log in with, then generate the token again.`,
  ],
  [
    // untranslated: the broker's words
    'Insufficient funds',
    msg`Option buying needs cash, not collateral. Add cash to the account; pledged holdings do not count.`,
  ],
  [
    // untranslated: the broker's words
    'Redirect URL mismatch',
    msg`The redirect URL of the broker app must be fixed: enter the address below in the developer console.`,
  ],
] as const

/** What the broker's usual refusals mean. */
export function BrokerHints({ redirectUrl }: { redirectUrl: string | undefined }) {
  const { t } = useLingui()
  return (
    <section aria-labelledby="hints">
      <h2 id="hints" className="text-sm font-semibold">
        <Trans>Troubleshooting</Trans>
      </h2>
      <dl className="mt-2 space-y-2.5 text-sm">
        {HINTS.map(([refusal, meaning]) => (
          <div key={refusal}>
            <dt lang="en" className="font-medium text-ink-2">
              {refusal}
            </dt>
            <dd className="text-ink-3">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      {redirectUrl !== undefined && (
        <p className="mt-3 text-sm text-ink-3">
          <Trans>Redirect URL for your app:</Trans>{' '}
          <code className="rounded-sm bg-quiet-soft px-1.5 py-0.5 text-xs break-all text-ink">{redirectUrl}</code>
        </p>
      )}
    </section>
  )
}
