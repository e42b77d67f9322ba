import type { Tone } from '../../ui/Badge.tsx'

/**
 * Colour of a bias (specification §3): bullish green, bearish red, neutral yellow, unblocked blue, blocked and
 * anything else grey. A missing bias reads N/A.
 */
export function biasBadge(bias: string | undefined): { text: string; tone: Tone } {
  if (bias === undefined || bias === '') return { text: 'N/A', tone: 'quiet' }
  const text = bias.replace(/^./, (first) => first.toUpperCase())
  switch (bias.toLowerCase()) {
    case 'bullish':
      return { text, tone: 'up' }
    case 'bearish':
      return { text, tone: 'down' }
    case 'neutral':
      return { text, tone: 'warn' }
    case 'unblocked':
      return { text, tone: 'info' }
    default:
      return { text, tone: 'quiet' }
  }
}
