import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'

/** Over a text that binds as it stands in English: reports it in any other language, with what matters most in it. */
export function BindingText({ points }: { points: readonly MessageDescriptor[] }) {
  const { t, i18n } = useLingui()
  if (i18n.locale === 'en') return null
  return (
    <Notice tone="info" title={t`The English text below is the binding one.`}>
      <p>
        <Trans>In short, and only to help you read it:</Trans>
      </p>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {points.map((point) => (
          <li key={point.id}>{t(point)}</li>
        ))}
      </ul>
    </Notice>
  )
}
