import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { ConfigError } from './configuration/config-error.ts'

/**
 * Makes sure that `path` is a folder of this user that no other user may enter: keys, sockets and the default store lie in
 * it. One of this user's own is closed to others; throws ConfigError for one of another user's that others may write to.
 */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  const open = mode & 0o077
  if (open === 0) return
  if (uid === process.getuid?.()) chmodSync(path, mode & 0o700)
  else if ((open & 0o022) !== 0)
    throw new ConfigError('STRIKEWISE_DATA', `${path} belongs to another user and others may write to it`)
}
