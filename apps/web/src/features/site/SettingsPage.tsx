import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { SiteHeader } from './SiteHeader.tsx'

interface SettingsPageProps {
  title: string
  lead?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  /** `header`: as wide as the header, for a table of many columns. */
  wide?: boolean | 'header'
  /** For a table that takes all the width there is. */
  full?: boolean
  children: ReactNode
}

/** Frame of the account screens: header with the way back, a title, one column. */
export function SettingsPage({ title, lead, aside, wide = false, full = false, children }: SettingsPageProps) {
  return (
    <>
      <SiteHeader back />
      <main
        className={cx(
          'mx-auto px-4 pt-8 pb-20 sm:px-6',
          full ? 'max-w-[96rem]' : wide === 'header' ? 'max-w-6xl' : wide ? 'max-w-4xl' : 'max-w-2xl',
        )}
      >
        <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1 className="text-2xl font-semibold tracking-[-0.025em]">{title}</h1>
            {lead !== undefined && <p className="mt-1 max-w-2xl text-ink-2">{lead}</p>}
          </div>
          {aside}
        </div>
        {children}
      </main>
    </>
  )
}
