import { figureText } from '@strikewise/messages/figures.ts'
import { loginEndsAt } from '../lib/broker.ts'
import { useLanguage } from '../lib/language.ts'

/** The time of day at which every login at the broker ends, in the language shown. */
export function LoginEnd() {
  return <>{figureText('clock12', loginEndsAt, useLanguage())}</>
}
