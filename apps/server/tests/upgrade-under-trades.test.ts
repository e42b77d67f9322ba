import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NATS_SERVER } from '../../../scripts/cluster/nats-server.ts'
import { runUpgrade } from './black-box/upgrade/upgrade-run.ts'

/** Some dozen programs start, most of them twice. */
const TIMEOUT_MS = 600_000
/** Other tests run beside; `npm run cluster:upgrade` has the machine alone and allows 2 s. */
const LATE_MS = 15_000

it.skipIf(!existsSync(NATS_SERVER))(
  'replaces every member under open trades without a failed request, a missed decision or an order sent twice',
  { timeout: TIMEOUT_MS },
  async () => {
    const { findings, figures } = await runUpgrade({
      data: mkdtempSync(join(tmpdir(), 'strikewise-upgrade-')),
      size: { web: 2, market: 1, trader: 2, notifier: 1, nats: 1 },
      accounts: 4,
      speed: 5,
      lateMs: LATE_MS,
    })
    expect(findings).toEqual([])
    expect(Number(figures.find(({ name }) => name === 'stops raised')!.value)).toBeGreaterThan(0)
  },
)
