import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, runningPostmaster, stopPostmaster } from './postmaster.ts'

/** Where a root start keeps what its unprivileged server must be able to enter. */
const SYSTEM_HOME = '/var/lib/strikewise'

/** Folders of one default store. */
export interface StoreHome {
  /** Shared by all stores of this machine (root) or of this data folder. */
  readonly binariesHome: string
  readonly home: string
}

/** Where the store of a data folder lies after a start by root. */
export function rootHomeOf(dataDir: string): string {
  return join(SYSTEM_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

/**
 * An ordinary user's store lies in the data folder. A root start's lies under /var/lib/strikewise, in a folder that
 * carries the id kept in the data folder: deleting the data folder thus starts over here too, as a user expects.
 */
export async function storeHome(dataDir: string, root: boolean): Promise<StoreHome> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!root) return { binariesHome: dataDir, home: join(dataDir, 'postgres') }
  const idFile = join(dataDir, 'store-id')
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(12).toString('hex'), { mode: 0o600 })
  const id = readFileSync(idFile, 'utf8').trim()
  const home = rootHomeOf(dataDir)
  const ownerFile = join(home, 'store-id')
  if (existsSync(home) && !(existsSync(ownerFile) && readFileSync(ownerFile, 'utf8') === id)) {
    const left = runningPostmaster(join(home, 'cluster'))
    if (left !== undefined) await stopPostmaster(left)
    rmSync(home, { recursive: true, force: true })
  }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  // The server's user passes through on the way to its own folder.
  chmodSync(SYSTEM_HOME, 0o711)
  writeFileSync(ownerFile, id, { mode: 0o600 })
  return { binariesHome: SYSTEM_HOME, home }
}

/** Claims the data folder's store for this process. False: another living process of ours holds it. */
export function lockDataFolder(dataDir: string): boolean {
  const file = join(dataDir, 'store-owner.json')
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner
    if (owner.pid !== process.pid && isAlive(owner.pid) && startOf(owner.pid) === owner.started) return false
  } catch {
    // No owner yet, or a file cut short by a crash.
  }
  const owner: Owner = { pid: process.pid, started: startOf(process.pid) }
  writeFileSync(file, JSON.stringify(owner), { mode: 0o600 })
  return true
}

/** `started` distinguishes a process from a later one with the same number. */
interface Owner {
  readonly pid: number
  readonly started: string | null
}

/** Clock ticks from boot to the start of a process, from /proc; null where there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
