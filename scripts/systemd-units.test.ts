import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES } from '../apps/server/src/environment.ts'
import { ROOT } from './command.ts'

const FOLDER = join(ROOT, 'deploy/systemd')
const ANALYZE = '/usr/bin/systemd-analyze'
/** systemd's own measure: 0 is locked up, 10 is open; a service without any of these lines has 9.6. */
const MAX_EXPOSURE = 15

const units = readdirSync(FOLDER).filter((name) => /\.(?:service|target)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

const root = mkdtempSync(join(tmpdir(), 'strikewise-units-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A root folder with the units where an installation has them. */
function install(): void {
  mkdirSync(join(root, 'opt/strikewise'), { recursive: true })
  writeFileSync(join(root, 'opt/strikewise/strikewise'), '')
  chmodSync(join(root, 'opt/strikewise/strikewise'), 0o755)
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
  for (const unit of units) cpSync(join(FOLDER, unit), join(root, 'etc/systemd/system', unit))
  cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
}

it('there is a unit for each role, which runs that role alone, and a target that wants them all', () => {
  expect(services.toSorted()).toEqual(ROLES.map((role) => `strikewise-${role}.service`).toSorted())
  for (const role of ROLES)
    expect(read(`strikewise-${role}.service`)).toMatch(new RegExp(`^ExecStart=.* --roles ${role}$`, 'm'))
  expect(/^Wants=(.*)$/m.exec(read('strikewise.target'))![1]!.split(' ').toSorted()).toEqual(services.toSorted())
})

it.each(services)('%s takes its settings as a credential, and has no secret of its own', (unit) => {
  expect(read(unit)).toMatch(/^LoadCredential=settings:/m)
  expect(read(unit)).toMatch(/^ExecStart=\S+ --env-file %d\/settings /m)
  expect([...read(unit).matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name)).toEqual(['STRIKEWISE_DATA'])
})

describe.skipIf(!existsSync(ANALYZE))('by systemd-analyze (Debian’s package systemd)', () => {
  beforeAll(install)

  it('every unit is valid', () => {
    const paths = units.map((unit) => join('/etc/systemd/system', unit))
    const { status, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', `--root=${root}`, ...paths], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => /strikewise/.test(line))).toEqual([])
    expect(status).toBe(0)
  })

  it.each(services)('%s is exposed less than the ceiling', (unit) => {
    const { status, stdout, stderr } = spawnSync(
      ANALYZE,
      ['security', '--no-pager', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, join(FOLDER, unit)],
      { encoding: 'utf8' },
    )
    expect(
      status,
      `${stdout}${stderr}`
        .split('\n')
        .filter((line) => /✗|exposure/.test(line))
        .join('\n'),
    ).toBe(0)
  })
})
