import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bareDebian, CleanRoot } from './clean-root.ts'
import { expectExit, expectNothingRuns, expectServed, expectStopped, printed } from './expect-programs.ts'
import { CHECKSUMS } from './pack.ts'

/** Debian's user `nobody`. */
const UNPRIVILEGED_ID = 65_534
const HOME = '/srv/strikewise'
const SETTINGS = `${HOME}/settings.env`
const DATA = '/srv/data'
const ROLES = ['market', 'trader', 'notifier', 'web'] as const

/** Starts what `archive` holds on a bare Debian, in every way it can be started there. Throws at the first thing that is wrong. */
export async function checkRelease(archive: string, print: (line: string) => void): Promise<void> {
  const folder = await bareDebian()
  const root = await CleanRoot.open(folder, UNPRIVILEGED_ID)
  try {
    const release = await unpack(root, archive)
    print('unpacked on a bare Debian by its own tar; every checksum agrees')
    await expectExit(root, release, ['./strikewise'], 2)
    await expectExit(root, release, ['./strikewise', 'version'], 0)
    await expectExit(root, release, ['./strikewise', 'check-config'], 0)
    print('./strikewise check-config ends with 0')
    await checkStart(root, release)
    print('./strikewise start: sandbox, server, demo accounts; start page served; SIGTERM leaves nothing running')
    await checkRoles(root, release)
    print(`./strikewise server --roles ${ROLES.join(' | ')}: each a process of its own; SIGTERM leaves nothing running`)
  } finally {
    await root.close()
    rmSync(join(folder, 'srv'), { recursive: true, force: true })
  }
}

async function unpack(root: CleanRoot, archive: string): Promise<string> {
  const home = join(root.folder, HOME)
  mkdirSync(home)
  chownSync(home, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  copyFileSync(archive, join(home, basename(archive)))
  copyFileSync(`${archive}.sha256`, join(home, `${basename(archive)}.sha256`))
  await expectExit(root, HOME, ['sha256sum', '--check', '--strict', `${basename(archive)}.sha256`], 0)
  await expectExit(root, HOME, ['tar', '-xzf', basename(archive)], 0)
  const release = join(HOME, basename(archive).replace(/-linux-x64\.tar\.gz$/, ''))
  await expectExit(root, release, ['sha256sum', '--check', '--strict', '--quiet', CHECKSUMS], 0)
  return release
}

async function checkStart(root: CleanRoot, release: string): Promise<void> {
  const child = root.spawn(release, ['./strikewise', 'start'])
  await printed(child, /Stop: Ctrl-C/)
  expectServed(root)
  await expectStopped(child)
  expectNothingRuns(root)
}

/** As the units of deploy/systemd and the container run them: root owns the release, data and settings are outside. */
async function checkRoles(root: CleanRoot, release: string): Promise<void> {
  const inside = (path: string) => join(root.folder, path)
  if (spawnSync('chown', ['-R', '0:0', inside(release)]).status !== 0) throw new Error('chown failed')
  mkdirSync(inside(DATA), { mode: 0o700 })
  chownSync(inside(DATA), UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  writeFileSync(inside(SETTINGS), 'SANDBOX_URL=http://127.0.0.1:8090\nSMTP_URL=smtp://127.0.0.1:8025\n')
  chmodSync(inside(SETTINGS), 0o644)
  const env = { STRIKEWISE_DATA: DATA }
  const started = [root.spawn(release, ['./strikewise', 'sandbox', '--data', `${DATA}/sandbox`])]
  await printed(started[0]!, /"ready":true/)
  for (const role of ROLES) {
    const child = root.spawn(release, ['./strikewise', '--env-file', SETTINGS, 'server', '--roles', role], env)
    started.push(child)
    await printed(child, /"ready":true/)
  }
  expectServed(root)
  await expectExit(root, release, ['./strikewise', 'health'], 0)
  for (const child of started.toReversed()) await expectStopped(child)
  expectNothingRuns(root)
  await expectExit(root, release, ['./strikewise', 'health'], 1)
}
