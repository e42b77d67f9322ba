import { Check, Minus } from 'lucide-react'
import { Served } from '../../ui/Served.tsx'

/** What a plan holds, as list items. A bullet that says what is not in it gets no tick. */
export function PlanBullets({ bullets }: { bullets: readonly string[] }) {
  return bullets.map((bullet) => (
    <li key={bullet} className="flex gap-2.5 text-ink-2">
      {bullet.startsWith('No ') ? (
        <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      ) : (
        <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-up" />
      )}
      <Served text={bullet} />
    </li>
  ))
}
