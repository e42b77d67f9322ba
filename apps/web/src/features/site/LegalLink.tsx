import type { ReactNode } from 'react'

/** A text that is agreed to, opened beside the form that asks: what was filled in stays. */
export function LegalLink({ to, children }: { to: '/terms' | '/privacy'; children?: ReactNode }) {
  return (
    <a href={to} target="_blank" className="text-accent-text underline underline-offset-2">
      {children}
    </a>
  )
}
