import { describe, expect, it } from 'vitest'
import { circlesIn, EVERYTHING, foldersOf, importGraph, siblingGraph, type ImportGraph } from './import-graph.ts'

const graphOf = (edges: Record<string, string[]>): ImportGraph =>
  new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]))

describe('circles of imports', () => {
  it.each<[string, Record<string, string[]>, string[][]]>([
    ['none in a chain', { a: ['b'], b: ['c'], c: [] }, []],
    ['a pair', { a: ['b'], b: ['a', 'c'], c: [] }, [['a', 'b']]],
    ['the long way round', { a: ['b'], b: ['c'], c: ['a'] }, [['a', 'b', 'c']]],
    [
      'two apart',
      { a: ['b'], b: ['a'], c: ['d'], d: ['c', 'a'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('%s', (_name, edges, circles) => expect(circlesIn(graphOf(edges))).toEqual(circles))

  it('are seen between folders whose files have none', () => {
    const graph = graphOf({
      'x/a/1.ts': ['x/b/1.ts'],
      'x/b/1.ts': [],
      'x/b/2.ts': ['x/a/2.ts'],
      'x/a/2.ts': [],
      'x/3.ts': ['x/a/1.ts'],
    })
    expect(circlesIn(graph)).toEqual([])
    expect(circlesIn(siblingGraph(graph, 'x'))).toEqual([['a', 'b']])
  })
})

/** The pipeline itself, what carries requests to it, and the roles that put it together. */
const COMPOSES_HTTP = /^apps\/server\/src\/(http|socket|roles)\//

/** Imports by a file below `from` of one below `to`, but for those below `within`. */
const importsBetween = (graph: ImportGraph, from: string, to: string, within?: string): readonly string[] =>
  [...graph].flatMap(([file, targets]) =>
    file.startsWith(from)
      ? [...targets]
          .filter((target) => target.startsWith(to) && (within === undefined || !target.startsWith(within)))
          .map((target) => `${file} imports ${target}`)
      : [],
  )

// Types included: what imports one another cannot be read, tested or moved apart.
describe('the sources', () => {
  const graph = importGraph()

  it('have no circle of files', () => {
    expect(graph.size).toBeGreaterThan(1000)
    expect(circlesIn(graph)).toEqual([])
  })

  it('have no circle of folders that stand side by side', () => {
    const circles = foldersOf(graph).flatMap((folder) =>
      circlesIn(siblingGraph(graph, folder)).map((circle) => `${folder}: ${circle.join(' ')}`),
    )
    expect(circles).toEqual([])
  })

  it('have types of stored rows that import no feature', () => {
    expect(
      importsBetween(graph, 'apps/server/src/store/tables/', 'apps/server/src/', 'apps/server/src/store/'),
    ).toEqual([])
  })

  // A feature is used by a route, a job or a command alike: what it reports is not a matter of HTTP.
  it('have features that import nothing of the HTTP pipeline', () => {
    const features = new Map([...graph].filter(([file]) => !COMPOSES_HTTP.test(file)))
    expect(importsBetween(features, 'apps/server/src/', 'apps/server/src/http/')).toEqual([])
  })

  it('stand without the tools, tests included', () => {
    const importers = [...importGraph(EVERYTHING)].filter(
      ([file, targets]) => !file.startsWith('tools/') && [...targets].some((target) => target.startsWith('tools/')),
    )
    expect(importers.map(([file]) => file)).toEqual([])
  })
})
