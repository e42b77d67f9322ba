import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** Most that all JavaScript of the start page may weigh, packed, in bytes (performance sheet: 100 kB). */
const BUDGET_BYTES = 100_000
const LANDING = /\/routes\/LandingPage\.tsx$/

/** Fails the build when the start page's JavaScript outgrows its budget: entry, page, and what both import. */
export function landingBudget(): Plugin {
  return {
    name: 'landing-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const bytes = packedBytes(landingChunks(bundle))
      if (bytes > BUDGET_BYTES)
        this.error(`The start page loads ${bytes} bytes of packed JavaScript; ${BUDGET_BYTES} are allowed.`)
      this.info(`start page: ${(bytes / 1000).toFixed(1)} of ${BUDGET_BYTES / 1000} kB packed JavaScript`)
    },
  }
}

/** The chunks a visitor of the start page loads before anything is pressed. */
function landingChunks(bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Rollup.OutputChunk>()
  const add = (chunk: Rollup.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  const page = chunks.find((chunk) => chunk.facadeModuleId !== null && LANDING.test(chunk.facadeModuleId))
  // Without a chunk of its own the page would be inside another one, and the sum would say nothing.
  if (page === undefined) throw new Error('The start page is no chunk of its own.')
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  add(page)
  return [...found]
}

const packedBytes = (chunks: readonly Rollup.OutputChunk[]) =>
  chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0)
