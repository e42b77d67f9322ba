import type { Tone } from '../../ui/Badge.tsx'

interface StatusBadgeStyle {
  readonly tone: Tone
  /** Something is under way at the broker. */
  readonly moving: boolean
}

/** How a trade's status looks. A status this page does not know is grey. */
export function statusBadge(status: string): StatusBadgeStyle {
  switch (status.toLowerCase()) {
    case 'open':
      return { tone: 'up', moving: false }
    case 'entering':
      return { tone: 'info', moving: true }
    case 'exiting':
      return { tone: 'warn', moving: true }
    default:
      return { tone: 'quiet', moving: false }
  }
}
