import type { PlanBullet } from '@strikewise/plans/catalogue.ts'
import { Check, Minus } from 'lucide-react'
import { PlanText } from './PlanText.tsx'

/** What a plan holds, as list items. A bullet that shows what is not in it gets no tick. */
export function PlanBullets({ bullets }: { bullets: readonly PlanBullet[] }) {
  return bullets.map(({ text, isIncluded }) => (
    <li key={text.code} className="flex gap-2.5 text-ink-2">
      {isIncluded ? (
        <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-up" />
      ) : (
        <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      )}
      <PlanText of={text} />
    </li>
  ))
}
