import { request } from 'undici'
import * as z from 'zod'
import type { Logger } from '../logging/logger.ts'

const PROBE_TIMEOUT_MS = 3000
const RETRY_MS = 5000
const RECHECK_MS = 60_000

const discovery = z.object({ issuer: z.url(), jwks_uri: z.url(), authorization_endpoint: z.url() })

export interface ProviderWatch {
  /** Whether the provider answered when last asked; false too where none is configured. */
  up(): boolean
  /** Origin and path of the page people sign in at; undefined before the provider has answered. */
  authorizationEndpoint(): string | undefined
  close(): void
}

/**
 * Asks the identity provider's discovery document now and then. `onUp` runs each time it answers after not having:
 * the library fetches the document only once and drops a provider that is away.
 */
export async function watchProvider(
  discoveryUrl: string | undefined,
  logger: Logger,
  onUp: () => void,
): Promise<ProviderWatch> {
  if (discoveryUrl === undefined) return { up: () => false, authorizationEndpoint: () => undefined, close: () => {} }
  let up = false
  let endpoint: string | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const probe = async () => {
    const found = await readDiscovery(discoveryUrl)
    if (closed) return
    const answers = found !== undefined
    if (found !== undefined) endpoint = withoutQuery(found.authorization_endpoint)
    if (answers !== up) logger[answers ? 'info' : 'warn']({ up: answers }, 'external sign-in changed')
    const rose = answers && !up
    up = answers
    if (rose) onUp()
    timer = setTimeout(() => void probe(), answers ? RECHECK_MS : RETRY_MS)
    timer.unref()
  }
  await probe()
  return {
    up: () => up,
    authorizationEndpoint: () => endpoint,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

async function readDiscovery(url: string): Promise<z.infer<typeof discovery> | undefined> {
  try {
    const { statusCode, body } = await request(url, {
      headersTimeout: PROBE_TIMEOUT_MS,
      bodyTimeout: PROBE_TIMEOUT_MS,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return statusCode === 200 ? discovery.safeParse(await body.json()).data : undefined
  } catch {
    return undefined
  }
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
