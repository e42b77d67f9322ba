import type { Tone } from '../../ui/Badge.tsx'

/**
 * Colour of a bias (specification §3): bullish green, bearish red, neutral yellow, unblocked blue, blocked and
 * anything else grey.
 */
export function biasTone(bias: string | undefined): Tone {
  switch ((bias ?? '').toLowerCase()) {
    case 'bullish':
      return 'up'
    case 'bearish':
      return 'down'
    case 'neutral':
      return 'warn'
    case 'unblocked':
      return 'info'
    default:
      return 'quiet'
  }
}
