import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../command.ts'
import { importGraph } from '../import-graph.ts'
import { readLock } from '../production-closure.ts'
import { productionSbom } from '../sbom.ts'
import { ENTRIES, PROGRAMS, releasedFiles, releasedLinks, releasedPackages } from './contents.ts'

const lock = readLock()
const tracked = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim().split('\n')
const released = new Set(releasedFiles(tracked, lock))

/** Everything that the entries import, directly or through another file. */
function reachable(): ReadonlySet<string> {
  const graph = importGraph()
  const seen = new Set(ENTRIES)
  for (const file of seen) for (const imported of graph.get(file) ?? []) seen.add(imported)
  return seen
}

describe('a release', () => {
  it('has every file that its programs import, of scripts/ no other, and no test', () => {
    const needed = reachable()
    expect(needed.size).toBeGreaterThan(300)
    expect([...needed].filter((file) => !released.has(file))).toEqual([])
    const ofScripts = (files: Iterable<string>) => [...files].filter((file) => file.startsWith('scripts/')).toSorted()
    expect(ofScripts(released)).toEqual(ofScripts(needed))
    expect([...released].filter((file) => /\.test\.|\/testing\/|\/tests\/|^e2e\//.test(file))).toEqual([])
  })

  it('has data files beside the sources, the documents and what deploys it', () => {
    for (const file of ['LICENSE', '.env.example', 'docs/operations.md', 'deploy/prometheus/alerts.yaml'])
      expect(released).toContain(file)
    expect(released).toContain('apps/server/src/identity/common-passwords.txt')
  })

  it('has the packages that its bill of materials names', () => {
    const paths = releasedPackages(lock)
    for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
    const named = paths.map((path) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${lock[path]!.version}`)
    const { components } = productionSbom({ roots: PROGRAMS })
    const libraries = components.filter(({ type }) => type === 'library').map((one) => one['bom-ref'])
    expect(libraries.toSorted()).toEqual([...new Set(named)].toSorted())
    expect(paths).not.toContain('node_modules/vitest')
  })

  it('links each of our own packages that it has, by its name', () => {
    const links = releasedLinks(lock)
    expect(links).toContainEqual({ name: '@strikewise/domain', folder: 'packages/domain' })
    for (const { folder } of links) expect(released).toContain(`${folder}/package.json`)
    expect(links.map(({ folder }) => folder)).not.toContain('apps/lab')
  })
})

describe('the command of a release', () => {
  const script = join(ROOT, 'scripts/release/strikewise.sh')
  const say = (...args: string[]) =>
    spawnSync('/bin/sh', [script, ...args], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })

  it('lists its commands, and refuses what it does not know', () => {
    expect(say('help').status).toBe(0)
    expect(say('fly').status).toBe(2)
    expect(say('fly').stderr).toBe(say('--help').stdout)
  })

  it('passes a file of settings to Node, and needs its name', () => {
    expect(say('--env-file').status).toBe(2)
    expect(readFileSync(script, 'utf8')).toContain('node" ${settings:+"--env-file=$settings"} ')
  })

  it.each(ENTRIES.filter((entry) => !entry.startsWith('apps/demo/')))('leads to %s', (entry) => {
    const commands = [...readFileSync(script, 'utf8').matchAll(/^ {2}([a-z-]+)\) program=(\S+) ;;$/gm)]
    const [, command] = commands.find(([, , program]) => program === entry)!
    expect(say('help').stdout).toContain(`\n  ${command} `)
  })
})
