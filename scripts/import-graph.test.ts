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

  it('stand without the tools, tests included', () => {
    const importers = [...importGraph(EVERYTHING)].filter(
      ([file, targets]) => !file.startsWith('tools/') && [...targets].some((target) => target.startsWith('tools/')),
    )
    expect(importers.map(([file]) => file)).toEqual([])
  })
})
