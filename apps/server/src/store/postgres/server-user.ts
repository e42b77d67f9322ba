import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The system user PostgreSQL runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const NAME = 'strikewise'

/**
 * PostgreSQL refuses to run as root, so a root start hands it to a system user: `strikewise`, made on the first start,
 * or `nobody` where users cannot be made. Undefined: we are an ordinary user and PostgreSQL runs as ourselves.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = fetchStatus(NAME)
  if (known !== undefined) return known
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME], { stdio: 'ignore' })
  const user = fetchStatus(NAME) ?? fetchStatus('nobody')
  if (user === undefined)
    throw new Error(
      'PostgreSQL cannot run as root and no system user exists: start as an ordinary user or set DATABASE_URL',
    )
  return user
}

function fetchStatus(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}
