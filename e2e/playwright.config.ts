import { defineConfig } from '@playwright/test'

/** Files that change nothing the next one could trip over: those of a row use one world in turn. Of about equal length with the rest. */
const SHARED_STACKS = [
  ['accessibility.spec.ts'],
  [
    'demo.spec.ts',
    'live-stream.spec.ts',
    'operator-announcements.spec.ts',
    'operator-billing.spec.ts',
    'operator-flags.spec.ts',
    'operator-incidents.spec.ts',
    'operator-trials.spec.ts',
    'sign-in.spec.ts',
    'site.spec.ts',
  ],
  ['gates.spec.ts', 'option-chain.spec.ts', 'trade-settings.spec.ts'],
]

/** What waits for the market, whole days of it mostly: the longest files, begun first. */
const TRADING_DAYS = [
  'main-job.spec.ts',
  'trading-day.spec.ts',
  'approve-entries.spec.ts',
  'manual-trade.spec.ts',
  'dashboard-columns.spec.ts',
]

/** The shell has no notifications. */
const WITH_NOTIFICATIONS = ['notifications.spec.ts']

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** How Chromium is started: nothing in it speaks to other servers than ours. */
const launchOptions = {
  // Without windows a page costs a sixth less.
  executablePath: process.env['HEADLESS_SHELL_PATH'] ?? chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Black-box tests: Debian's Chromium against real servers on free ports. */
export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  // Each world is a server, a sandbox and a database. Waiting for a market costs little, so three run at a time.
  workers: 3,
  fullyParallel: false,
  projects: [
    // On a machine that stalls for seconds a decision is too old for its order: that morning is begun once more, and reported as flaky.
    { name: 'trading day', testMatch: TRADING_DAYS, retries: 1 },
    ...SHARED_STACKS.map((testMatch, i) => ({ name: `shared world ${i + 1}`, testMatch, workers: 1 })),
    {
      name: 'notifications',
      testMatch: WITH_NOTIFICATIONS,
      use: { launchOptions: { ...launchOptions, executablePath: chromium } },
    },
    { name: 'own world', testIgnore: [...TRADING_DAYS, ...WITH_NOTIFICATIONS, ...SHARED_STACKS.flat()] },
  ],
  // Patience costs nothing while all is well, and a busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    // A record of every page costs a quarter of the stage. A failure reports the page as it stood; `--trace on` records all.
    trace: { mode: 'on-first-retry', screenshots: false },
    video: 'off',
    launchOptions,
  },
})
