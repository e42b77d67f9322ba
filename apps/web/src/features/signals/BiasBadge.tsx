import { ArrowDown, ArrowUp, Ban, CircleCheck, CircleHelp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Served } from '../../ui/Served.tsx'
import { biasBadge } from './bias-badge.ts'

/** The icon tells the bias apart without colour. */
const ICONS: Readonly<Record<Tone, ReactNode>> = {
  up: <ArrowUp aria-hidden="true" />,
  down: <ArrowDown aria-hidden="true" />,
  warn: <Minus aria-hidden="true" />,
  info: <CircleCheck aria-hidden="true" />,
  quiet: <CircleHelp aria-hidden="true" />,
  accent: null,
}

export function BiasBadge({ bias }: { bias: string | undefined }) {
  const { text, tone } = biasBadge(bias)
  return (
    <Badge tone={tone} icon={bias === 'blocked' ? <Ban aria-hidden="true" /> : ICONS[tone]}>
      <Served text={text} />
    </Badge>
  )
}
