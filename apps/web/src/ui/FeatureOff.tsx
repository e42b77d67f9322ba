import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'

interface FeatureOffProps {
  title: string
  /** What still works, and what does not. */
  children: ReactNode
  className?: string
}

/** In place of what would make or use something of an optional feature that operators have switched off for the user. */
export function FeatureOff({ title, children, ...rest }: FeatureOffProps) {
  return (
    <Notice tone="info" role="status" title={title} {...rest}>
      {children}
    </Notice>
  )
}
