import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../domain-error.ts'
import type { PublicAddress } from './public-address.ts'

/**
 * Lets a change through only from our own pages, or from a program that is no browser: a browser always shows where a
 * change comes from. Throws DomainError `wrong_origin` otherwise.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, address: PublicAddress): void {
  const { origin } = headers
  if (origin !== undefined ? isSameOrigin(origin, address) : !cameFromElsewhere(headers)) return
  throw new DomainError({ code: 'problem.wrong_origin' })
}

export function isSameOrigin(origin: string, { url, aliases }: PublicAddress): boolean {
  return origin === url || aliases.includes(origin)
}

function cameFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
