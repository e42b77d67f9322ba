import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CHECKSUMS, packFolder, sha256Of, writeChecksums } from './pack.ts'

const scratch = mkdtempSync(join(tmpdir(), 'strikewise-pack-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const AT = new Date('2026-11-27T09:15:00.500Z')

/** The same files in a folder of their own, written in this order, with this time and these modes. */
function tree(
  name: string,
  files: readonly string[],
  { time, mode }: { readonly time: string; readonly mode: number },
) {
  const folder = join(scratch, name, 'release')
  mkdirSync(join(folder, 'b'), { recursive: true })
  for (const file of files) {
    writeFileSync(join(folder, file), `content of ${file}\n`)
    chmodSync(join(folder, file), file === 'start' ? mode | 0o100 : mode)
    utimesSync(join(folder, file), new Date(time), new Date(time))
  }
  symlinkSync('b/c', join(folder, 'link'))
  return folder
}

const FILES = ['start', 'a', 'b/c', 'B', 'ä']
const first = tree('first', FILES, { time: '2020-01-01T00:00:00Z', mode: 0o644 })
const second = tree('second', FILES.toReversed(), { time: '2026-02-03T04:05:06Z', mode: 0o600 })

async function packed(folder: string): Promise<string> {
  await writeChecksums(folder)
  const archive = join(folder, '..', 'release.tar.gz')
  await packFolder(folder, archive, AT)
  return archive
}

describe('a packed folder', () => {
  it('has the same bytes whenever, in whatever order and under whatever mask its files were written', async () => {
    const [one, two] = [await packed(first), await packed(second)]
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true)
  })

  it('has every entry with the time of the commit, owner 0, and the right to execute what is executable', async () => {
    const archive = await packed(first)
    const { stdout } = spawnSync(
      'tar',
      ['--list', '--verbose', '--numeric-owner', '--utc', '--full-time', '-f', archive],
      {
        encoding: 'utf8',
      },
    )
    const entries = stdout.trim().split('\n')
    expect(entries).toHaveLength(FILES.length + 4)
    for (const entry of entries) expect(entry).toMatch(/^\S+ 0\/0 +\d+ 2026-11-27 09:15:00 release\//)
    expect(entries.find((entry) => entry.endsWith('release/start'))).toMatch(/^-rwxr-xr-x/)
    expect(entries.find((entry) => entry.endsWith('release/a'))).toMatch(/^-rw-r--r--/)
  })

  it('is checked by sha256sum, inside and beside, and a changed file is found', async () => {
    const archive = await packed(first)
    const check = (cwd: string, file: string) => spawnSync('sha256sum', ['--check', '--strict', file], { cwd }).status
    expect(check(join(scratch, 'first'), 'release.tar.gz.sha256')).toBe(0)
    expect(check(first, CHECKSUMS)).toBe(0)
    const names = readFileSync(join(first, CHECKSUMS), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.slice(66))
    expect(names).toEqual(FILES.toSorted())
    expect(await sha256Of(archive)).toMatch(/^[0-9a-f]{64}$/)
    appendFileSync(join(second, 'a'), 'more')
    expect(check(second, CHECKSUMS)).toBe(1)
  })
})
