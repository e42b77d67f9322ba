import type { ReactNode } from 'react'
import type { MarkId } from './channels.ts'

/** Drawn on 24 units in the colour of the text. The name stands beside it for those who cannot see it. */
const SHAPES = {
  facebook: (
    <path d="M13.5 21v-7.4h2.6l.5-3.2h-3.1V8.5c0-.9.4-1.6 1.7-1.6h1.5V4.1c-.6-.1-1.4-.2-2.2-.2-2.6 0-4.3 1.5-4.3 4.3v2.2H7.4v3.2h2.8V21z" />
  ),
  google: <Lines d="M19.8 10.3H12.4v3.4h4.2a4.7 4.7 0 1 1-1.4-5.1l2.4-2.4a8 8 0 1 0 2.2 4.1z" />,
  instagram: (
    <>
      <Lines d="M8 3.8h8A4.2 4.2 0 0 1 20.2 8v8a4.2 4.2 0 0 1-4.2 4.2H8A4.2 4.2 0 0 1 3.8 16V8A4.2 4.2 0 0 1 8 3.8z" />
      <Lines d="M12 8.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z" />
      <circle cx="16.6" cy="7.4" r="1.1" />
    </>
  ),
  linkedin: (
    <path d="M4.3 9.2h3.1V20H4.3zM5.9 4a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM9.6 9.2h3v1.5a3.4 3.4 0 0 1 3-1.7c3.1 0 3.9 2 3.9 4.8V20h-3.1v-5.5c0-1.4-.1-2.8-1.8-2.8s-2 1.3-2 2.7V20h-3z" />
  ),
  x: <Lines d="M4.5 4.5 19.5 19.5M19 4.5 5 19.5" />,
  youtube: (
    <path
      d="M6 5.5h12A3.5 3.5 0 0 1 21.5 9v6a3.5 3.5 0 0 1-3.5 3.5H6A3.5 3.5 0 0 1 2.5 15V9A3.5 3.5 0 0 1 6 5.5zm4 3.6v5.8l5-2.9z"
      fillRule="evenodd"
    />
  ),
  apple: (
    <path d="M16.3 12.6c0-2 1.6-3 1.7-3.1-1-1.4-2.4-1.6-2.9-1.6-1.3-.1-2.5.8-3.1.8-.7 0-1.7-.7-2.7-.7a4 4 0 0 0-3.4 2.1c-1.5 2.5-.4 6.3 1 8.3.7 1 1.6 2.1 2.7 2.1s1.5-.7 2.8-.7 1.6.7 2.8.7 1.8-1 2.5-2c.8-1.2 1.1-2.3 1.1-2.3s-2.4-.9-2.5-3.6zM14.3 6.6c.6-.7 1-1.6.9-2.6-.8 0-1.9.6-2.5 1.3-.5.6-1 1.6-.8 2.5.9.1 1.8-.5 2.4-1.2z" />
  ),
  google_play: <Lines d="M5.5 4v16L19 12zM5.5 4l9.4 9.9M5.5 20l9.4-9.9" />,
} satisfies Record<MarkId, ReactNode>

/** A well-known service's mark. Decorative: the link around it shows whose it is. */
export function BrandMark({ of }: { of: MarkId }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-4.5">
      {SHAPES[of]}
    </svg>
  )
}

function Lines({ d }: { d: string }) {
  return <path d={d} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
}
