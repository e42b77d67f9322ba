import { isFullName } from '@strikewise/wire/account.ts'

const LONGEST = 100

/** A name that came from elsewhere, made into one that the sign-up would take; empty when there is none. */
export function sanitizedName(name: string): string {
  const plain = name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('://', ' ')
    .trim()
  const short = Array.from(plain).slice(0, LONGEST).join('')
  return isFullName(short) ? short : ''
}
