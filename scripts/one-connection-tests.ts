/**
 * Files with requests that begin transactions, and one that calls every route: with one connection, code that waits for a
 * second one fails at once. The whole system suite holds with `DATABASE_POOL=1` as well; races need more connections.
 */
export const ONE_CONNECTION: readonly string[] = [
  'account',
  'billing',
  'broker-link',
  'telegram',
  'telegram-delivery',
  'checkout',
  'data-rights',
  'external-sign-in',
  'identity',
  'operator',
  'public-pages',
  'secrecy',
  'security',
  'sign-in-limits',
  'sign-up',
  'trade-settings',
].map((name) => `apps/server/tests/${name}.test.ts`)
