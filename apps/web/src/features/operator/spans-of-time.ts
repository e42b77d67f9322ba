import { useLingui } from '@lingui/react/macro'
import { decimalText } from '../../lib/format.ts'

/** Seconds as text of one unit or two: '150 s', '12 min', '3 h 5 min', '2 d 1 h'. */
export function useDuration(): (seconds: number) => string {
  const { t } = useLingui()
  return (exact) => {
    const seconds = Math.round(exact)
    const minutes = Math.floor(seconds / 60)
    const hours = Math.floor(minutes / 60)
    const days = Math.floor(hours / 24)
    if (seconds < 180) return t`${seconds} s`
    if (minutes < 60) return t`${minutes} min`
    const minutesLeft = minutes % 60
    if (hours < 24) return t`${hours} h ${minutesLeft} min`
    const hoursLeft = hours % 24
    return t`${days} d ${hoursLeft} h`
  }
}

/** Milliseconds as text: '12.5 ms'. */
export function useMilliseconds(): (ms: number) => string {
  const { t } = useLingui()
  return (ms) => {
    const figure = decimalText(ms, 1)
    return t`${figure} ms`
  }
}
