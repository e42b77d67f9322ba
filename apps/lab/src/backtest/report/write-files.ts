import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes all files or none: each beside its place first, then all are moved there. Folders are made as needed. */
export function writeFiles(files: readonly { readonly name: string; readonly text: string }[]): void {
  const drafts = files.map(({ name, text }) => ({ name, text, draft: `${name}.${process.pid}.tmp` }))
  try {
    for (const { name, text, draft } of drafts) {
      mkdirSync(path.dirname(name), { recursive: true })
      writeFileSync(draft, text)
    }
    for (const { name, draft } of drafts) renameSync(draft, name)
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true })
  }
}
