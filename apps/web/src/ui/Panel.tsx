import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { matchesMedia, PHONE } from '../lib/media.ts'
import { Card } from './Card.tsx'
import { cx } from './cx.ts'

interface PanelProps {
  /** Id of the heading, which names the panel. */
  id: string
  title: string
  /** Beside the title. */
  note?: ReactNode
  /** Badges and controls at the far end of the title row, while it is open. */
  actions?: ReactNode
  /** What the closed row still shows. */
  summary?: ReactNode
  /** Whether it is open until the user decides: `wide`: not in the window of a phone. */
  opens?: 'always' | 'wide' | 'never'
  children: ReactNode
}

/** Local-storage key of what the user opened or closed. */
const keyOf = (id: string) => `panel:${id}`

function isOpenAtFirst(id: string, opens: NonNullable<PanelProps['opens']>): boolean {
  const stored = storedChoice(id)
  if (stored !== null) return stored === 'open'
  return opens === 'always' || (opens === 'wide' && !matchesMedia(PHONE))
}

function storedChoice(id: string): string | null {
  try {
    return localStorage.getItem(keyOf(id))
  } catch {
    return null
  }
}

function storeChoice(id: string, open: boolean): void {
  try {
    localStorage.setItem(keyOf(id), open ? 'open' : 'closed')
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
}

/** A card that closes to its title row. What it holds is loaded, and asks for data, only while it is open. */
export function Panel({ id, title, note, actions, summary, opens = 'wide', children }: PanelProps) {
  const [open, setOpen] = useState(() => isOpenAtFirst(id, opens))
  const toggle = () => {
    storeChoice(id, !open)
    setOpen(!open)
  }
  return (
    <Card aria-labelledby={id}>
      <header
        className={cx('flex min-h-10 items-center gap-x-3 gap-y-1 px-4 touch:min-h-11', open && 'flex-wrap border-b')}
      >
        <h2 id={id} className="shrink-0 scroll-mt-16 text-base font-semibold text-ink">
          <button
            type="button"
            aria-expanded={open}
            onClick={toggle}
            className="flex min-h-10 items-center gap-1.5 rounded-sm touch:min-h-11"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4 text-ink-3 transition-transform', open && 'rotate-180')}
            />
          </button>
        </h2>
        {note !== undefined && <div className="text-sm text-ink-3">{note}</div>}
        {open && actions !== undefined && (
          <div className="ml-auto flex flex-wrap items-center gap-2 py-1">{actions}</div>
        )}
        {!open && summary !== undefined && <div className="ml-auto min-w-0 truncate text-sm text-ink-2">{summary}</div>}
      </header>
      {open && children}
    </Card>
  )
}

/** Opens the panel whose heading has this id, if it is closed. */
export function openPanel(id: string): void {
  document.querySelector<HTMLButtonElement>(`#${id} > button[aria-expanded=false]`)?.click()
}
