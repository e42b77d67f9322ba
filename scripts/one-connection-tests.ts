const files = (names: readonly string[]): readonly string[] => names.map((name) => `apps/server/tests/${name}.test.ts`)

/**
 * Files of the system suite whose requests do not race each other. They run with one connection only: code that waits
 * for a second one fails at once.
 */
export const ONE_CONNECTION_ONLY: readonly string[] = files([
  'broker-link',
  'external-sign-in',
  'identity',
  'public-pages',
  'secrecy',
  'telegram',
  'telegram-delivery',
  'trade-settings',
])

/** Files with races, which need several connections, and with requests that begin transactions: they run with both. */
const WITH_RACES: readonly string[] = files([
  'account',
  'billing',
  'checkout',
  'data-rights',
  'operator',
  'security',
  'sign-in-limits',
  'sign-up',
])

/** What runs with `DATABASE_POOL=1`. The whole system suite holds with it as well. */
export const ONE_CONNECTION: readonly string[] = [...WITH_RACES, ...ONE_CONNECTION_ONLY]
