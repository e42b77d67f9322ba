import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Ban, CircleCheck, CircleHelp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { biasName } from '../../messages/signals.ts'
import { biasTone } from './bias-badge.ts'

/** The icon shows the bias without colour. */
const ICONS: Readonly<Record<Tone, ReactNode>> = {
  up: <ArrowUp aria-hidden="true" />,
  down: <ArrowDown aria-hidden="true" />,
  warn: <Minus aria-hidden="true" />,
  info: <CircleCheck aria-hidden="true" />,
  quiet: <CircleHelp aria-hidden="true" />,
  accent: null,
}

/** A missing bias reads N/A. */
export function BiasBadge({ bias }: { bias: string | undefined }) {
  const { t } = useLingui()
  const tone = biasTone(bias)
  return (
    <Badge tone={tone} icon={bias === 'blocked' ? <Ban aria-hidden="true" /> : ICONS[tone]}>
      {bias === undefined || bias === '' ? t`N/A` : biasName(bias)}
    </Badge>
  )
}
