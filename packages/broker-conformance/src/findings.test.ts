import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokerContract } from './broker-contract.ts'
import { LINK_CASES } from './link-cases.ts'
import { LOGIN_CASES } from './login-cases.ts'

const ROOT = new URL('../../../', import.meta.url)
/** Each finding by its id, with the lines below it. */
const FINDINGS = readFileSync(new URL('docs/broker-conformance.md', ROOT), 'utf8')
  .split(/^- \*\*/m)
  .slice(1)
  .map((entry) => [entry.slice(0, entry.indexOf('*')), entry] as const)
const SCENARIOS = new Set([...brokerContract(), ...LOGIN_CASES, ...LINK_CASES].map(({ name }) => name))
const numbered = (prefix: string, ids: readonly (number | string)[]) => ids.map((id) => `${prefix}${id}`)

/** What a finding names in code marks. */
const namedIn = (entry: string) => [...entry.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

describe('the list of findings about brokers', () => {
  it('has each finding of both reviews', () => {
    expect(FINDINGS.map(([id]) => id)).toEqual([
      ...numbered('B', [1, 2, 3, 4, 5, 6, 7, 8]),
      ...numbered('B9', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']),
      'Wire',
      'Fills',
      'Margin',
      ...numbered(
        'S',
        Array.from({ length: 19 }, (_, nth) => nth + 1),
      ),
    ])
  })

  it.each(FINDINGS)('names scenarios that exist, or why the finding is no adapter’s: %s', (_id, entry) => {
    const names = namedIn(entry)
    const [files, scenarios] = [names.filter((name) => name.includes('/')), names.filter((name) => !name.includes('/'))]
    expect(scenarios.filter((name) => !SCENARIOS.has(name))).toEqual([])
    expect(files.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([])
    expect(scenarios.length > 0 || /^ {2}- Not an (?:adapter|account)'s: ./m.test(entry)).toBe(true)
  })
})
