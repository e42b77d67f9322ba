import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildVersion } from './build-version.ts'

const COMMIT = '1a2b3c4d5e6f708192a3b4c5d6e7f80918273645'
const OTHER = 'f'.repeat(40)
const release = (commit: string) => JSON.stringify({ name: 'strikewise', version: '0.1.0', commit }, undefined, 2)

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'strikewise-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

const PACKED = `# pack-refs with: peeled fully-peeled sorted\n${OTHER} refs/heads/main-2\n${COMMIT} refs/heads/main\n`

it.each<[string, Readonly<Record<string, string>>]>([
  ['a release', { 'release.json': release(COMMIT) }],
  ['a release in a checkout', { 'release.json': release(COMMIT), '.git/HEAD': `${OTHER}\n` }],
  ['a commit that is checked out by itself', { '.git/HEAD': `${COMMIT}\n` }],
  ['a branch', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n` }],
  ['a packed branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': PACKED }],
  [
    'a branch that moved since it was packed',
    {
      '.git/HEAD': 'ref: refs/heads/main-2\n',
      '.git/packed-refs': PACKED,
      '.git/refs/heads/main-2': `${COMMIT}\n`,
    },
  ],
  [
    'a linked worktree',
    {
      '.git': 'gitdir: repository/worktrees/one\n',
      'repository/worktrees/one/HEAD': 'ref: refs/heads/main\n',
      'repository/worktrees/one/commondir': '../..\n',
      'repository/refs/heads/main': `${COMMIT}\n`,
    },
  ],
])('a version names the commit of %s', (_, files) => {
  expect(buildVersion('0.1.0', folderOf(files))).toBe('0.1.0+1a2b3c4d5e6f')
})

it.each<[string, Readonly<Record<string, string>>]>([
  ['a folder without release and repository', {}],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
  ['a repository that cannot be understood', { '.git/HEAD': 'x\n' }],
  ['a release that names none', { 'release.json': '{' }],
])('a version stands alone for %s', (_, files) => {
  expect(buildVersion('0.1.0', folderOf(files))).toBe('0.1.0')
})
