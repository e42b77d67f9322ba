import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BinariesDir } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

const run = promisify(execFile)

/** Name of the cluster's superuser. */
export const SUPERUSER = 'strikewise'

/** A PostgreSQL data folder and the password that opens it. */
export interface Cluster {
  readonly dir: string
  readonly password: string
}

/** The cluster in `home`, made there on the first start. Only its server's user can enter it. */
export async function openCluster(home: string, binaries: BinariesDir, user: ServerUser | undefined): Promise<Cluster> {
  const dir = join(home, 'cluster')
  const passwordFile = join(home, 'password')
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    own(home, user)
    // Made aside and renamed, so that a start that dies half-way starts over.
    const partial = join(home, 'cluster.partial')
    rmSync(partial, { recursive: true, force: true })
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    own(passwordFile, user)
    const args = ['-D', partial, '-U', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    await run(join(binaries, 'bin', 'initdb'), [...args, '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'], {
      cwd: home,
      ...user,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    })
    renameSync(partial, dir)
  }
  return { dir, password: readFileSync(passwordFile, 'utf8') }
}

function own(path: string, user: ServerUser | undefined): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}
