import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopChildren, trackChildProcess } from '../child-processes.ts'
import { run } from '../command.ts'
import { ensureBuild } from '../debian-package.ts'

const PATH = '/usr/bin:/bin'
const HOLDER_START_MS = 20_000
const CLOSE_MS = 20_000

/**
 * A root folder in a folder of this machine. Its programs run as `user`, with PATH and nothing else in their environment, and in
 * a network of their own that has no way out.
 */
export class CleanRoot {
  readonly folder: string
  readonly user: number
  readonly #holder: ChildProcess

  private constructor(folder: string, user: number, holder: ChildProcess) {
    this.folder = folder
    this.user = user
    this.#holder = holder
  }

  /** Needs root and Linux. `writable`: the folders that `user` can write to, empty ones; without it, what the folder's modes say. */
  static async open(folder: string, user: number, writable?: readonly string[]): Promise<CleanRoot> {
    if (process.getuid?.() !== 0) throw new Error('A clean root needs root: it mounts and changes its root folder.')
    const readOnly = [`mount --bind ${folder} ${folder}`, `mount -o remount,bind,ro ${folder}`]
    const mounts = [
      ...(writable === undefined ? [] : readOnly),
      ...(writable ?? []).map((path) => `mount -t tmpfs -o mode=0700,uid=${user},gid=${user} tmpfs ${folder}${path}`),
      `mount -t proc proc ${folder}/proc`,
      `mount -t tmpfs tmpfs ${folder}/tmp`,
      `mount --rbind /dev ${folder}/dev`,
      'ip link set lo up',
      'echo up',
      'exec sleep infinity',
    ]
    const holder = trackChildProcess(
      spawn('unshare', ['--mount', '--net', 'sh', '-ec', mounts.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    await Promise.race([
      new Promise((resolve) => holder.stdout!.once('data', resolve)),
      new Promise((_, reject) => holder.once('exit', () => reject(new Error('The clean root could not be mounted.')))),
      delay(HOLDER_START_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('The clean root took too long.')),
      ),
    ])
    return new CleanRoot(folder, user, holder)
  }

  /** Starts a program in folder `cwd` of the root. The process that is returned is the program itself. */
  spawn(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const variables = Object.entries({ PATH, ...env }).map(([name, value]) => `${name}=${value}`)
    return trackChildProcess(
      spawn(
        'nsenter',
        [
          ...this.#entered(),
          '--mount',
          'chroot',
          `--userspec=${this.user}:${this.user}`,
          this.folder,
          'env',
          '-i',
          '-C',
          cwd,
          ...variables,
          ...args,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    )
  }

  /** Runs a program of this machine in the network of the root. Returns what it prints. */
  fromOutside(program: string, ...args: string[]): string {
    const { stdout, stderr, status } = spawnSync('nsenter', [...this.#entered(), program, ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  /** Command lines of what runs in the root. */
  running(): readonly string[] {
    const network = readlinkSync(`/proc/${this.#holder.pid}/ns/net`)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== this.#holder.pid)
      .flatMap((pid) => {
        try {
          if (readlinkSync(`/proc/${pid}/ns/net`) !== network) return []
          return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
        } catch {
          // It ended meanwhile.
          return []
        }
      })
  }

  /** Ends what runs in the root, its mounts and its network. */
  async close(): Promise<void> {
    await stopChildren(CLOSE_MS)
  }

  #entered(): string[] {
    return [`--target=${this.#holder.pid}`, '--net']
  }
}

/**
 * A bare Debian of this machine's own release (debootstrap's `minbase`: what dpkg and apt need, no Node, npm or PostgreSQL), with
 * an empty /srv. Needs a Debian mirror the first time; the folder stays for the next.
 */
export async function bareDebian(): Promise<string> {
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const debootstrap = await ensureBuild('/usr/sbin/debootstrap', ['debootstrap'])
  if (suite === undefined || debootstrap === undefined)
    throw new Error('A clean root is made on Debian, by debootstrap.')
  const folder = join(tmpdir(), `strikewise-bare-debian-${suite}`)
  if (existsSync(folder)) {
    rmSync(join(folder, 'srv'), { recursive: true, force: true })
    mkdirSync(join(folder, 'srv'))
    return folder
  }
  // Aside first: a download that was broken off leaves nothing that looks complete.
  const partial = `${folder}.${process.pid}`
  const code = await run(debootstrap, ['--variant=minbase', suite, partial])
  if (code !== 0) throw new Error(`debootstrap failed (exit ${code}): no clean root.`)
  // Debian's installer and every container engine write this file; debootstrap leaves it to them.
  writeFileSync(join(partial, 'etc/hosts'), '127.0.0.1 localhost\n')
  renameSync(partial, folder)
  return folder
}
