import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'

/** What of an entry of package-lock.json the closure is made from. */
interface LockEntry {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export type LockEntries = Readonly<Record<string, LockEntry>>

/** A package that a server in production loads or installs. */
export interface ClosurePackage {
  readonly name: string
  readonly version: string
  /** Its folder in package-lock.json. */
  readonly path: string
  readonly integrity: string | undefined
  readonly license: string | undefined
  /** Paths of what it asks for. */
  readonly dependsOn: readonly string[]
}

/** The workspace of the server. */
export const SERVER = 'apps/server'

export function readLock(): LockEntries {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  return (JSON.parse(text) as { readonly packages: LockEntries }).packages
}

/**
 * Every package that `root` needs to run on Linux with an x64 processor: what it and our own packages depend on, with required peers and without
 * development. Packages for other machines are left out. `without`: as if nothing asked for this one.
 */
export function productionClosure(
  lock: LockEntries,
  { root = SERVER, without }: { readonly root?: string; readonly without?: string } = {},
): readonly ClosurePackage[] {
  const seen = new Map<string, readonly string[]>()
  const waiting = [root]
  for (const path of waiting) {
    if (seen.has(path)) continue
    const entry = lock[path]!
    const found = entry.link === true ? [entry.resolved!] : neededBy(lock, path, without)
    seen.set(path, found)
    waiting.push(...found)
  }
  return [...seen]
    .filter(([path]) => path.includes('node_modules/') && lock[path]!.link !== true)
    .map(([path, dependsOn]) => packageAt(lock[path]!, path, dependsOn))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Names of the packages that our own sources ask for, without our own. */
export function directDependencies(lock: LockEntries): readonly string[] {
  const folders = [SERVER, ...linkedPackages(lock, SERVER)]
  const direct = folders.flatMap((folder) => Object.keys(lock[folder]?.dependencies ?? {}))
  return [...new Set(direct.filter((name) => lock[`node_modules/${name}`]?.link !== true))].toSorted()
}

/** Folders of our own packages that the one in folder `root` needs, directly or through another. */
export function linkedPackages(lock: LockEntries, root: string): readonly string[] {
  const seen = new Set([root])
  for (const path of seen) {
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) {
      const found = lock[`node_modules/${name}`]
      if (found?.link === true) seen.add(found.resolved!)
    }
  }
  seen.delete(root)
  return [...seen]
}

function packageAt(entry: LockEntry, path: string, dependsOn: readonly string[]): ClosurePackage {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, version: entry.version!, path, integrity: entry.integrity, license: entry.license, dependsOn }
}

function neededBy(lock: LockEntries, path: string, without: string | undefined): readonly string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[path]!
  const required = [
    ...Object.keys(dependencies).filter((name) => optionalDependencies[name] === undefined),
    ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
  ]
  const names = [...required, ...Object.keys(optionalDependencies)].filter((name) => name !== without)
  return [...new Set(names)].flatMap((name) => {
    const found = resolve(lock, path, name)
    if (found === undefined) {
      if (required.includes(name)) throw new Error(`package-lock.json lacks ${name}, which ${path} needs`)
      return []
    }
    const { os = ['linux'], cpu = ['x64'] } = lock[found]!
    return os.includes('linux') && cpu.includes('x64') ? [found] : []
  })
}

/** The folder in which Node finds `name` from `path`: the nearest node_modules above it. */
function resolve(lock: LockEntries, path: string, name: string): string | undefined {
  let folder = path
  for (;;) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[candidate] !== undefined) return candidate
    if (folder === '') return undefined
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  }
}
