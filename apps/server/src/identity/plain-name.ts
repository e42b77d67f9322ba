import { nameFault } from '@strikewise/wire/account.ts'

const LONGEST = 100

/** A name that came from elsewhere, made into one that the sign-up would take. */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('://', ' ')
    .trim()
  const short = Array.from(plain).slice(0, LONGEST).join('')
  return short === '' || nameFault(short) !== undefined ? 'Trader' : short
}
