import { sql } from 'kysely'
import type { WebDependencies } from './web-dependencies.ts'

const FEED_STALE_MS = 10_000

export interface Readiness {
  /** False takes this process out of service. Only what it cannot serve without counts. */
  readonly ready: boolean
  readonly checks: {
    readonly store: 'up' | 'down'
    readonly feed: 'fresh' | 'stale' | 'down' | 'unknown'
    readonly identity_provider: 'up' | 'down' | 'off'
  }
}

/** How this process and what it depends on are doing. */
export async function readiness({
  db,
  market,
  clock,
  provider,
  config,
}: Pick<WebDependencies, 'db' | 'market' | 'clock' | 'provider' | 'config'>): Promise<Readiness> {
  const store = await sql`select 1`.execute(db).then(
    () => 'up' as const,
    () => 'down' as const,
  )
  const feed = market.feed()
  const age = feed?.lastTickAt == null ? Number.POSITIVE_INFINITY : clock.now() - feed.lastTickAt
  return {
    ready: store === 'up',
    checks: {
      store,
      feed: feed === undefined ? 'unknown' : !feed.connected ? 'down' : age > FEED_STALE_MS ? 'stale' : 'fresh',
      identity_provider: config.oidc === undefined ? 'off' : provider.up() ? 'up' : 'down',
    },
  }
}
