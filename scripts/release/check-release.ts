import { spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { CleanRoot } from './clean-root.ts'
import { CHECKSUMS } from './pack.ts'

const UNPRIVILEGED_ID = 65_534
const READY_MS = 120_000
const STOP_MS = 60_000
const HOME = '/srv/strikewise'
const SETTINGS = `${HOME}/settings.env`
const DATA = '/srv/data'
const ROLES = ['market', 'trader', 'notifier', 'web'] as const

/** Starts what `archive` holds on a bare Debian, in every way it can be started there. Throws at the first thing that is wrong. */
export async function checkRelease(archive: string, print: (line: string) => void): Promise<void> {
  const root = await CleanRoot.open()
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
  await expectNothingRuns(root)
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
  await expectNothingRuns(root)
  await expectExit(root, release, ['./strikewise', 'health'], 1)
}

/** Asks the server as a browser and a supervisor do. */
function expectServed(root: CleanRoot): void {
  const ask = `const ask = async (path) => { const answer = await fetch('http://127.0.0.1:8080' + path); return [answer.status, await answer.text()] }
    console.log(JSON.stringify([await ask('/healthz'), await ask('/readyz'), await ask('/')]))`
  const answers = root.fromOutside(process.execPath, '--input-type=module', '--eval', ask)
  const [health, ready, page] = JSON.parse(answers) as [number, string][]
  if (health![0] !== 200) throw new Error(`/healthz answered ${health!.join(' ')}`)
  if (!ready![1].includes('"store":"up"')) throw new Error(`/readyz answered ${ready!.join(' ')}`)
  if (page![0] !== 200 || !/<title>[^<]*Strikewise/.test(page![1])) throw new Error(`/ answered ${page!.join(' ')}`)
}

async function printed(child: ChildProcess, line: RegExp): Promise<void> {
  const lines: string[] = []
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (text) => {
        lines.push(text)
        if (line.test(text)) resolve()
      })
  })
  const failed = async (how: string) => {
    throw new Error(`${how} before it printed ${String(line)}:\n${lines.slice(-20).join('\n')}`)
  }
  await Promise.race([
    found,
    ended(child).then((code) => failed(`ended with ${code}`)),
    delay(READY_MS, undefined, { ref: false }).then(() => failed(`${READY_MS / 1000} s went by`)),
  ])
}

async function expectExit(root: CleanRoot, cwd: string, args: readonly string[], expected: number): Promise<void> {
  const child = root.spawn(cwd, args)
  const output: Buffer[] = []
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await ended(child)
  if (code !== expected)
    throw new Error(`${args.join(' ')} ended with ${code}, not ${expected}:\n${Buffer.concat(output).toString()}`)
}

async function expectStopped(child: ChildProcess): Promise<void> {
  const end = ended(child)
  child.kill('SIGTERM')
  const code = await Promise.race([end, delay(STOP_MS, 'no end', { ref: false })])
  if (code !== 0) throw new Error(`${child.spawnargs.slice(-4).join(' ')}: SIGTERM was answered with ${code}`)
}

async function expectNothingRuns(root: CleanRoot): Promise<void> {
  const left = root.running()
  if (left.length > 0) throw new Error(`Left running:\n${left.join('\n')}`)
}

function ended(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.signalCode ?? child.exitCode ?? 'no end')
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? 'no end')))
}
