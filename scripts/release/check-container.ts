import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT, run } from '../command.ts'
import { ensureBuild } from '../debian-package.ts'
import { bareDebian, CleanRoot } from './clean-root.ts'
import { expectExit, expectNothingRuns, expectServed, expectStopped, printed } from './expect-programs.ts'

const BUILDAH = '/usr/bin/buildah'
const BASE = 'localhost/bare-debian'
const IMAGE = 'localhost/strikewise:check'
/** The user of deploy/Containerfile. */
const USER = 10_001
const PROGRAM = '/opt/strikewise'
const DATA = '/var/lib/strikewise'

/** What an image says about how it is run. */
interface ImageConfig {
  readonly User: string
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Env: readonly string[]
  readonly Healthcheck?: { readonly Test: readonly string[] }
}

/**
 * Builds the image of `archive` with buildah, on a bare Debian instead of the base image of a registry, and runs its command and
 * its health check on its files: read-only, as its user. Throws at the first thing that is wrong. Needs root and Debian.
 */
export async function checkContainer(archive: string, print: (line: string) => void): Promise<void> {
  if ((await ensureBuild(BUILDAH, ['buildah'])) === undefined) throw new Error('buildah is not to be had here.')
  const work = mkdtempSync(join(tmpdir(), 'strikewise-image-'))
  try {
    const config = await build(archive, work)
    if (config.User !== `${USER}:${USER}`) throw new Error(`The image runs as '${config.User}'.`)
    print(`buildah builds deploy/Containerfile; the image runs as ${config.User}`)
    const container = output(work, 'from', IMAGE)
    const root = await CleanRoot.open(output(work, 'mount', container), USER, [DATA, '/tmp'])
    try {
      await runImage(root, config)
    } finally {
      await root.close()
    }
    print('its server and its health check run on a read-only root; SIGTERM leaves nothing running')
  } finally {
    buildah(work, 'umount', '--all')
    rmSync(work, { recursive: true, force: true })
  }
}

async function build(archive: string, work: string): Promise<ImageConfig> {
  const layer = join(work, 'bare.tar')
  const skipped = ['proc', 'dev', 'srv', 'sys'].map((name) => `--exclude=./${name}/*`)
  const debian = await bareDebian()
  if ((await run('tar', ['--create', `--file=${layer}`, `--directory=${debian}`, ...skipped, '.'])) !== 0)
    throw new Error('The bare Debian could not be packed.')
  const scratch = output(work, 'from', 'scratch')
  output(work, 'add', '--quiet', scratch, layer, '/')
  output(work, 'commit', '--quiet', '--rm', scratch, BASE)
  for (const file of [archive, `${archive}.sha256`]) copyFileSync(file, join(work, basename(file)))
  output(
    work,
    'build',
    '--isolation=chroot',
    '--format=docker',
    `--build-arg=BASE=${BASE}`,
    `--build-arg=ARCHIVE=${basename(archive)}`,
    `--file=${join(ROOT, 'deploy/Containerfile')}`,
    `--tag=${IMAGE}`,
    work,
  )
  const { Docker } = JSON.parse(output(work, 'inspect', '--type=image', IMAGE)) as {
    readonly Docker: { readonly config: ImageConfig }
  }
  return Docker.config
}

async function runImage(root: CleanRoot, { Entrypoint, Cmd, Env, Healthcheck }: ImageConfig): Promise<void> {
  const env = Object.fromEntries(Env.map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]))
  await expectExit(root, '/', ['touch', `${PROGRAM}/written`], 1)
  // Reached from other containers of its network, as in deploy/compose.yaml.
  const sandbox = root.spawn(PROGRAM, [...Entrypoint, 'sandbox', '--data', `${DATA}/sandbox`, '--host', '0.0.0.0'])
  await printed(sandbox, /"ready":true/)
  const outside = { SANDBOX_URL: 'http://127.0.0.1:8090', SMTP_URL: 'smtp://127.0.0.1:8025' }
  const server = root.spawn(PROGRAM, [...Entrypoint, ...Cmd], { ...env, ...outside })
  await printed(server, /"ready":true/)
  expectServed(root)
  await expectExit(root, PROGRAM, Healthcheck!.Test.slice(1), 0)
  for (const child of [server, sandbox]) await expectStopped(child)
  expectNothingRuns(root)
  await expectExit(root, PROGRAM, Healthcheck!.Test.slice(1), 1)
}

/** Its images and containers are in `work`, and none of this machine's. */
function buildah(work: string, ...args: string[]) {
  const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs']
  return spawnSync(BUILDAH, [...storage, ...args], { encoding: 'utf8' })
}

function output(work: string, ...args: string[]): string {
  const { status, stdout, stderr } = buildah(work, ...args)
  if (status !== 0) throw new Error(`buildah ${args[0]} failed:\n${stderr}`)
  return stdout.trim()
}
