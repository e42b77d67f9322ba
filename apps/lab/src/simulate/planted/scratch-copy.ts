import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = join(import.meta.dirname, '../../../../..')
/** What the simulator runs: copied, so that a bug never touches the program itself. */
const COPIED = ['packages', 'apps/lab'] as const

/** Copies the program into a new folder, where it runs as it does here. The caller removes it again. */
export function copyProgram(): string {
  const folder = newFolder()
  for (const part of COPIED)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@strikewise'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@strikewise' && !name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  // Our own packages resolve inside the copy: the links are relative.
  for (const name of readdirSync(join(ROOT, 'node_modules/@strikewise')))
    symlinkSync(readlinkSync(join(ROOT, 'node_modules/@strikewise', name)), join(modules, '@strikewise', name))
  return folder
}

/**
 * Runs `work` in a copy of `program` (made by `copyProgram`) with one patch applied; that copy is gone afterwards. Rejects
 * when the patch does not apply.
 */
export async function withPatch<T>(program: string, patch: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder()
  try {
    cpSync(program, folder, { recursive: true, verbatimSymlinks: true })
    await promisify(execFile)('git', ['apply', '--unidiff-zero', patch], { cwd: folder })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'strikewise-planted-'))
}
