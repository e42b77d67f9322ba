import { DomainError } from '../domain-error.ts'
import type { PublicAddress } from './public-address.ts'

/**
 * Lets a change through only from our own pages, or from a program that is no browser: a browser always says where a
 * change comes from. Throws ApiFailure otherwise.
 */
export function requireSameOrigin(headers: Headers, address: PublicAddress): void {
  const origin = headers.get('origin')
  if (origin !== null ? isSameOrigin(origin, address) : !cameFromElsewhere(headers)) return
  throw new DomainError({ code: 'problem.wrong_origin' })
}

export function isSameOrigin(origin: string, { url, aliases }: PublicAddress): boolean {
  return origin === url || aliases.includes(origin)
}

function cameFromElsewhere(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
