import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'

/**
 * Results on disk under the hash of all they depend on: a run that was killed finds what it had finished, and a change of
 * an input or of the code finds nothing. A result is there as a whole or not there.
 */
export class ResultCache {
  readonly #folder: string
  readonly #codeHash: string
  /** Results that were found, and that had to be made. */
  found = 0
  made = 0

  /** `codeHash`: of the code and parameters that make results. */
  constructor(folder: string, codeHash: string) {
    this.#folder = folder
    this.#codeHash = codeHash
    mkdirSync(folder, { recursive: true })
  }

  /** The result of `make` for these inputs; `inputs` names everything it depends on beside the code. */
  async of<T>(
    inputs: readonly string[],
    make: () => T | Promise<T>,
  ): Promise<{ readonly key: string; readonly value: T }> {
    const key = hash('sha256', JSON.stringify([this.#codeHash, ...inputs]))
    const file = path.join(this.#folder, key)
    const known = read(file) as { readonly value: T } | undefined
    if (known !== undefined) {
      this.found += 1
      return { key, value: known.value }
    }
    const value = await make()
    const draft = `${file}.${process.pid}.tmp`
    writeFileSync(draft, serialize({ value }))
    renameSync(draft, file)
    this.made += 1
    return { key, value }
  }
}

/** Undefined: it is not there, or is not readable. */
function read(file: string): unknown {
  try {
    return deserialize(readFileSync(file))
  } catch {
    return undefined
  }
}
