// Replaces every member of a cluster on this machine under open trades, and judges it by its clients and the exchange's own log.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FULL_SIZE } from '../../../../../scripts/cluster/cluster.ts'
import { runUpgrade } from './upgrade-run.ts'

/** No stop may be moved later than this. */
const LATE_MS = 2_000

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '40' },
    /** Market seconds a real one. */
    speed: { type: 'string', default: '1' },
  },
})
const { findings, figures } = await runUpgrade({
  data: mkdtempSync(join(tmpdir(), 'strikewise-upgrade-')),
  size: FULL_SIZE,
  accounts: Number(values.accounts),
  speed: Number(values.speed),
  lateMs: LATE_MS,
  onChange: (text) => console.log(text),
})
for (const finding of findings) console.log(`✗ ${finding}`)
for (const { name, value } of figures) console.log(`figure: ${name} | ${value}`)
process.exit(findings.length === 0 ? 0 : 1)
