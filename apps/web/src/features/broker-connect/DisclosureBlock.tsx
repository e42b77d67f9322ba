import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'

interface DisclosureBlockProps {
  accepted: boolean
  /** The user tried to continue without accepting. */
  refused: boolean
  onChange: (accepted: boolean) => void
  blockRef: Ref<HTMLDivElement>
}

/** The risk disclosure with its box. It turns red when the user continues without it. */
export function DisclosureBlock({ accepted, refused, onChange, blockRef }: DisclosureBlockProps) {
  const red = refused && !accepted
  return (
    <div
      ref={blockRef}
      className={cx(
        'scroll-mt-24 rounded-lg border p-4 transition-colors',
        red ? 'border-down-fill bg-down-soft' : 'bg-surface',
      )}
    >
      <h2 className="text-md font-semibold">
        <Trans>Before you connect</Trans>
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-2 marker:text-ink-3">
        <li>
          <Trans>Buying options can lose the whole premium, and fast. Trade only money you can lose.</Trans>
        </li>
        <li>
          <Trans>Orders are placed in your own account with your own key; you can disconnect at any time.</Trans>
        </li>
        <li>
          <Trans>Signals are computed by rules. They are no advice and no promise of a result.</Trans>
        </li>
      </ul>
      <Checkbox className="mt-3" checked={accepted} onChange={onChange}>
        <Trans>
          I have read and accept the{' '}
          <Link to="/disclosure" target="_blank" className="text-accent-text underline underline-offset-2">
            risk disclosure
          </Link>
          .
        </Trans>
      </Checkbox>
      {red && (
        <p role="alert" className="mt-2 text-sm font-medium text-down">
          <Trans>You must accept the disclosure before continuing.</Trans>
        </p>
      )}
    </div>
  )
}
