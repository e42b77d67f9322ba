// Builds the archive of the commit that is checked out: npm run release -- [--out <folder>] [--check [--archive <file>]]
// --check: builds it a second time, compares the bytes, starts it in a clean root and builds its image (as root, on Debian).
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shutdownOnSignals } from '../child-processes.ts'
import { ROOT } from '../command.ts'
import { buildRelease } from '../release/build-release.ts'
import { checkContainer } from '../release/check-container.ts'
import { checkRelease } from '../release/check-release.ts'
import { sha256Of } from '../release/pack.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist') },
    check: { type: 'boolean', default: false },
    archive: { type: 'string' },
  },
})
shutdownOnSignals()
const startedAt = performance.now()
try {
  const archive = values.archive === undefined ? await build(resolve(values.out)) : resolve(values.archive)
  if (values.check) {
    if (values.archive === undefined) await expectSameBytes(archive)
    await checkRelease(archive, report)
    await checkContainer(archive, report)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
process.exit(0)

async function build(out: string): Promise<string> {
  const archive = await buildRelease(out)
  report(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB, SHA-256 ${await sha256Of(archive)}`)
  return archive
}

async function expectSameBytes(archive: string): Promise<void> {
  const again = mkdtempSync(join(tmpdir(), 'strikewise-second-build-'))
  try {
    const second = await buildRelease(again)
    if ((await sha256Of(second)) !== (await sha256Of(archive)))
      throw new Error(`A second build of the commit has other bytes. Both: diffoscope ${archive} ${second}`)
    report('a second build of the commit has the same bytes')
  } finally {
    rmSync(again, { recursive: true, force: true })
  }
}

function report(line: string): void {
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`)
}
