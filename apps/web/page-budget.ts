import { gzipSync } from 'node:zlib'
import type { Rollup } from 'vite'

/** Most that all JavaScript of a page without server state may weigh, packed, in bytes (performance sheet: 100 kB). */
const BUDGET_BYTES = 100_000

/** The chunks a visitor of a page loads before anything is pressed: the entry, the screen, and what both import. */
export function chunksOf(output: Rollup.RollupOutput['output'], screen: string): Rollup.OutputChunk[] {
  const chunks = output.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Rollup.OutputChunk>()
  const add = (chunk: Rollup.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${screen}`) === true)
  // Without a chunk of its own the page would be inside another one, and the sum would show nothing.
  if (page === undefined) throw new Error(`${screen} is no chunk of its own.`)
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  add(page)
  return [...found]
}

/** What those chunks weigh together, packed, in bytes. Throws when it is more than a page may load. */
export function packedBytes(path: string, chunks: readonly Rollup.OutputChunk[]): number {
  const bytes = chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0)
  if (bytes > BUDGET_BYTES)
    throw new Error(`${path} loads ${bytes} bytes of packed JavaScript; ${BUDGET_BYTES} are allowed.`)
  return bytes
}
