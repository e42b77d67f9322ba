import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import program from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../../../..')
/** As many digits as the name of a release's archive has. */
const HASH_DIGITS = 12

/**
 * The version of the server with the commit it was built from as its build metadata (SemVer 2.0.0 §10), such as
 * `0.1.0+1a2b3c4d5e6f`: of a release the commit in its release.json, of a checkout the one that is checked out, whatever was
 * changed since. The version alone where neither names a commit.
 */
export function buildVersion(version: string, root: string): string {
  const commit = releasedCommit(root) ?? checkedOutCommit(join(root, '.git'))
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit)
    ? `${version}+${commit.slice(0, HASH_DIGITS)}`
    : version
}

/** Read when the program starts: the files may be those of another commit by the time it reports. */
export const BUILD_VERSION = buildVersion(program.version, ROOT)

function releasedCommit(root: string): string | undefined {
  return /"commit": *"(\w+)"/.exec(textOf(join(root, 'release.json')) ?? '')?.[1]
}

/** Files alone, as gitrepository-layout describes them: a server has no git to ask. */
function checkedOutCommit(dotGit: string): string | undefined {
  // A linked worktree has a file that names its folder, and shares branches with the repository it belongs to.
  const link = /^gitdir: (.+)$/m.exec(textOf(dotGit) ?? '')?.[1]
  const folder = link === undefined ? dotGit : resolve(dotGit, '..', link)
  const head = textOf(join(folder, 'HEAD'))?.trim()
  const branch = /^ref: (.+)$/.exec(head ?? '')?.[1]
  if (branch === undefined) return head
  const shared = resolve(folder, textOf(join(folder, 'commondir'))?.trim() ?? '.')
  return textOf(join(shared, branch))?.trim() ?? packedCommit(shared, branch)
}

function packedCommit(folder: string, branch: string): string | undefined {
  const lines = textOf(join(folder, 'packed-refs'))?.split('\n') ?? []
  return lines.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0]
}

/** Undefined where there is no such file, or it cannot be read: a version without a commit stops no server. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
