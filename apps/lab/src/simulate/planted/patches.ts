import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** One known bug, as a change of the program. */
export interface PlantedBug {
  readonly name: string
  /** What is wrong with the program then, in a sentence: the patch's first line. */
  readonly about: string
  readonly file: string
  readonly hunks: readonly Hunk[]
}

/** Lines taken out of one file and what stands in their place. */
interface Hunk {
  /** From the top of the repository. */
  readonly path: string
  readonly removed: readonly string[]
}

/** Every planted bug, by name. */
export function plantedBugs(): PlantedBug[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.patch'))
    .toSorted()
    .map((file) => read(join(import.meta.dirname, file)))
}

function read(file: string): PlantedBug {
  const [about = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const hunks: { path: string; removed: string[] }[] = []
  let path = ''
  for (const line of lines)
    if (line.startsWith('+++ b/')) path = line.slice('+++ b/'.length)
    else if (line.startsWith('@@')) hunks.push({ path, removed: [] })
    else if (line.startsWith('-') && !line.startsWith('--- a/')) hunks.at(-1)?.removed.push(line.slice(1))
  return { name: basename(file, '.patch'), about, file, hunks }
}
