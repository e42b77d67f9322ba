import { describe, expect, it } from 'vitest'
import { productSources, sharedTypeNames } from './exported-types.ts'

const namesIn = (files: Record<string, string>) =>
  sharedTypeNames(Object.entries(files)).map(({ home, name, files }) => `${home} ${name} ${files.join(' ')}`)

describe('two exported types of one name', () => {
  it.each([
    ['interfaces', 'export interface Order {}'],
    ['aliases', 'export type Order = string'],
    ['classes', 'export class Order {}'],
    ['abstract classes', 'export abstract class Order {}'],
    ['types exported after their declaration', 'interface Order {}\nexport { type Order }'],
    ['types exported under another name', 'type Local = 1\nexport type { Local as Order }'],
    ['types beside a value of their name', 'export const Order = 1\nexport type Order = typeof Order'],
  ])('are found among %s', (_kind, text) => {
    const files = { 'packages/a/src/one.ts': 'export interface Order { id: string }', 'packages/a/tests/two.ts': text }
    expect(namesIn(files)).toEqual(['packages/a Order packages/a/src/one.ts packages/a/tests/two.ts'])
  })

  it.each([
    [
      'in another package',
      { 'packages/a/src/one.ts': 'export type A = 1', 'packages/b/src/one.ts': 'export type A = 1' },
    ],
    ['that is not exported', { 'apps/a/src/one.ts': 'export type A = 1', 'apps/a/src/two.ts': 'type A = 2' }],
    ['that is passed on', { 'e2e/one.ts': 'export type A = 1', 'e2e/two.ts': "export type { A } from './one.ts'" }],
    ['of a value', { 'scripts/one.ts': 'export type A = 1', 'scripts/two.ts': 'export const A = 1' }],
  ])('do not include one %s', (_case, files) => expect(namesIn(files)).toEqual([]))

  it('are looked for in every package, app and tool, tests included', () => {
    const files = [...productSources()].map(([path]) => path)
    const parts = [
      'packages/domain/src/',
      'packages/kite/tests/',
      'apps/web/src/',
      'apps/server/tests/',
      'e2e/',
      'scripts/',
    ]
    for (const part of parts) expect(files.some((file) => file.startsWith(part))).toBe(true)
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
  })
})
