import { constants, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from '../store/postgres/server-user.ts'

/** The drill cannot be made with what it was given; the message names the remedy. */
export class DrillRefused extends Error {
  override readonly name = 'DrillRefused'
}

/** Settings and states of the server that was backed up: the copy has its own, and must not follow another server. */
const LEFT_OUT = [
  'postgresql.auto.conf',
  'postmaster.pid',
  'postmaster.opts',
  'standby.signal',
  'recovery.signal',
  'backup_manifest',
]

/** Major version of the PostgreSQL that a base backup is of. Throws DrillRefused for a folder that is no base backup. */
export function versionOfBackup(backup: string): string {
  if (!existsSync(join(backup, 'PG_VERSION')))
    throw new DrillRefused(`${backup} has no PG_VERSION: name the folder of a base backup (unpack one in tar format).`)
  if (!existsSync(join(backup, 'backup_label')))
    throw new DrillRefused(
      `${backup} has no backup_label: it is no base backup. Make one with pg_basebackup, or with pg_backup_start and pg_backup_stop.`,
    )
  const tablespaces = join(backup, 'pg_tblspc')
  // Their links lead to folders that the server of the backup, or the backup itself, uses.
  if (existsSync(tablespaces) && readdirSync(tablespaces).length > 0)
    throw new DrillRefused(`${backup} has tablespaces, which the drill does not restore.`)
  return readFileSync(join(backup, 'PG_VERSION'), 'utf8').trim()
}

/**
 * Copies a base backup to `target`, which its server's user owns afterwards. Blocks are shared with the backup where the file
 * system can, never changed there.
 */
export async function copyBackup(backup: string, target: string, user: ServerUser | undefined): Promise<void> {
  await cp(backup, target, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !LEFT_OUT.some((name) => source === join(backup, name)) && !lstatSync(source).isSocket(),
  })
  const wal = join(target, 'pg_wal')
  if (lstatSync(wal).isSymbolicLink()) {
    await rm(wal)
    await cp(join(backup, 'pg_wal'), wal, { recursive: true, dereference: true })
  }
  await own(target, user)
}

/** Gives every file to the server's user. Throws DrillRefused for a link: the copy must not lead out of its folder. */
async function own(path: string, user: ServerUser | undefined): Promise<void> {
  const state = await lstat(path)
  if (state.isSymbolicLink()) throw new DrillRefused(`${path} is a link, which the drill does not follow.`)
  if (user !== undefined) await chown(path, user.uid, user.gid)
  if (!state.isDirectory()) return
  await chmod(path, 0o700)
  for (const name of await readdir(path)) await own(join(path, name), user)
}
