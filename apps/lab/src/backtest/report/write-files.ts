import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BadFile } from '../input/bad-file.ts'

/**
 * Writes all files or none: each beside its place first, then all are moved there. Folders are made as needed. Throws
 * BadFile with the system's reason when one cannot be written.
 */
export function writeFiles(files: readonly { readonly name: string; readonly text: string }[]): void {
  const drafts: { readonly name: string; readonly draft: string }[] = []
  for (const { name, text } of files) {
    const draft = `${name}.${process.pid}.tmp`
    try {
      mkdirSync(path.dirname(name), { recursive: true })
      drafts.push({ name, draft })
      writeFileSync(draft, text)
    } catch (error) {
      for (const begun of drafts) rmSync(begun.draft, { force: true })
      throw new BadFile(name, undefined, `not writable: ${(error as Error).message}`, { cause: error })
    }
  }
  for (const { name, draft } of drafts) renameSync(draft, name)
}
