import type { Tone } from '../../ui/Badge.tsx'

interface StatusBadgeStyle {
  readonly text: string
  readonly tone: Tone
  /** Something is under way at the broker. */
  readonly moving: boolean
}

/** How a trade's status reads. A status this page does not know is shown as it came, in grey. */
export function statusBadge(status: string): StatusBadgeStyle {
  const text = status.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
  switch (status.toLowerCase()) {
    case 'open':
      return { text, tone: 'up', moving: false }
    case 'entering':
      return { text, tone: 'info', moving: true }
    case 'exiting':
      return { text, tone: 'warn', moving: true }
    default:
      return { text, tone: 'quiet', moving: false }
  }
}
