import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Rollup } from 'vite'

/** Most that all JavaScript of a page without server state may weigh, packed, in bytes (performance sheet: 100 kB). */
const BUDGET_BYTES = 100_000

/** The guide is the longest of them, and holds the figures of every agent. */
const GUIDE_BUDGET_BYTES = 102_000

/** Most that the dashboard may load until an open trade can be left, packed with Brotli as browsers get it. */
const POSITION_BUDGET_BYTES = 200_000
const POSITION_BUDGET_FILES = 20

/** Files below src that show an open trade. */
const POSITION_SCREENS = [
  'Screens.tsx',
  'routes/AppLayout.tsx',
  'routes/SignedInLayout.tsx',
  'routes/dashboard/DashboardPage.tsx',
]

/** The chunks a visitor of a page loads before anything is pressed: the entry, the screen, and what both import. */
export function chunksOf(output: Rollup.RollupOutput['output'], screen: string): Rollup.OutputChunk[] {
  const page = chunksIn(output).find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${screen}`) === true)
  // Without a chunk of its own the page would be inside another one, and the sum would show nothing.
  if (page === undefined) throw new Error(`${screen} is no chunk of its own.`)
  return withImports(output, [page])
}

const chunksIn = (output: Rollup.RollupOutput['output']) => output.filter((file) => file.type === 'chunk')

/** The entry, these chunks, and what they import. */
function withImports(
  output: Rollup.RollupOutput['output'],
  screens: readonly Rollup.OutputChunk[],
): Rollup.OutputChunk[] {
  const chunks = chunksIn(output)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Rollup.OutputChunk>()
  const add = (chunk: Rollup.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  for (const chunk of screens) add(chunk)
  return [...found]
}

/** What the dashboard loads until an open trade can be left. Throws when it is more than that may be. */
export function positionWeight(output: Rollup.RollupOutput['output']): {
  readonly bytes: number
  readonly files: number
} {
  const isOf = (chunk: Rollup.OutputChunk) =>
    POSITION_SCREENS.some((screen) =>
      [chunk.facadeModuleId, ...Object.keys(chunk.modules)].some((id) => id?.endsWith(`/src/${screen}`) === true),
    )
  const chunks = withImports(output, chunksIn(output).filter(isOf))
  const bytes = chunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0)
  const weight = { bytes, files: chunks.length }
  if (weight.bytes > POSITION_BUDGET_BYTES || weight.files > POSITION_BUDGET_FILES)
    throw new Error(
      `An open trade waits for ${weight.bytes} bytes of packed JavaScript in ${weight.files} files; ` +
        `${POSITION_BUDGET_BYTES} in ${POSITION_BUDGET_FILES} are allowed.`,
    )
  return weight
}

/** What those chunks weigh together, packed as pack-files.ts packs them, in bytes. Throws when it is more than a page may load. */
export function packedBytes(path: string, chunks: readonly Rollup.OutputChunk[]): number {
  const bytes = chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
  const budget = path === '/docs' ? GUIDE_BUDGET_BYTES : BUDGET_BYTES
  if (bytes > budget) throw new Error(`${path} loads ${bytes} bytes of packed JavaScript; ${budget} are allowed.`)
  return bytes
}
