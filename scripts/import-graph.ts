import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ROOT } from './command.ts'

/** Files by path from the project's root, each with the files of the project it imports, types included. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

interface Selection {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** The sources of the product: no tests, and nothing that only tests use. */
const SOURCES: Selection = {
  include: ['{apps,packages,tools}/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
  exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
}

/** Tests too, and the configurations beside them. */
export const EVERYTHING: Selection = { include: ['{apps,packages,tools,scripts,e2e}/**/*.{ts,tsx}'], exclude: [] }

/** Imports among the files of a selection. */
export function importGraph({ include, exclude }: Selection = SOURCES): ImportGraph {
  const folders = packageFolders()
  const files = globSync([...include], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', ...exclude] })
  return new Map(files.map((file) => [file, importsOf(file, folders)]))
}

function importsOf(file: string, folders: ReadonlyMap<string, string>): Set<string> {
  const { staticImports, staticExports } = parseSync(file, readFileSync(join(ROOT, file), 'utf8')).module
  const requests = [...staticImports, ...staticExports.flatMap((one) => one.entries)].flatMap(
    ({ moduleRequest }) => moduleRequest?.value ?? [],
  )
  return new Set(requests.flatMap((request) => targetOf(file, request, folders) ?? []))
}

function targetOf(file: string, request: string, folders: ReadonlyMap<string, string>): string | undefined {
  const [, name, rest] = /^(@strikewise\/[^/]+)\/(.+)$/.exec(request) ?? []
  const folder = name === undefined ? undefined : folders.get(name)
  const target = request.startsWith('.')
    ? normalize(join(dirname(file), request))
    : folder === undefined
      ? undefined
      : join(folder, 'src', rest!)
  return target !== undefined && target !== file && existsSync(join(ROOT, target)) ? target : undefined
}

/** Folder of each package of the project by its name. */
function packageFolders(): Map<string, string> {
  return new Map(
    globSync('{apps,packages,tools}/*/package.json', { cwd: ROOT }).map((path) => [
      (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string }).name,
      dirname(path),
    ]),
  )
}

/** Circles in a graph: sets of nodes of which each reaches every other (Tarjan's strongly connected components). */
export function circlesIn(graph: ImportGraph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return circles
}

/** Imports among the folders that stand side by side in `parent`; `.` is the root. */
export function siblingGraph(graph: ImportGraph, parent: string): ImportGraph {
  const prefix = parent === '.' ? '' : `${parent}/`
  const childOf = (file: string) =>
    file.startsWith(prefix) ? /^([^/]+)\//.exec(file.slice(prefix.length))?.[1] : undefined
  const siblings = new Map<string, Set<string>>()
  for (const [file, targets] of graph) {
    const child = childOf(file)
    if (child === undefined) continue
    const out = siblings.get(child) ?? new Set()
    for (const target of targets) {
      const other = childOf(target)
      if (other !== undefined && other !== child) out.add(other)
    }
    siblings.set(child, out)
  }
  return siblings
}

/** Every folder that holds a file of the graph, and those above it. */
export function foldersOf(graph: ImportGraph): string[] {
  const folders = new Set(['.'])
  for (const file of graph.keys())
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  return [...folders].toSorted()
}
