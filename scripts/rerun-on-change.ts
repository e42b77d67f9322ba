import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from './command.ts'
import type { ManagedProcess } from './child-process.ts'

/** An editor or a checkout writes several files, or one in steps: a restart waits until this long nothing has changed. */
const QUIET_MS = 40

interface Rerun {
  /** Source folders of the program, relative to the project. */
  readonly folders: readonly string[]
  /** Starts the program; rejects when it does not get ready. */
  readonly start: () => Promise<ManagedProcess>
  /** Receives a line for each restart, failed start and unexpected end. */
  readonly report: (line: string) => void
}

/**
 * Runs a program, and runs it again at each change of a source file: the old process is killed (kill -9), as a crash would,
 * because an orderly end of the server takes longer than its start. A program that does not start, or ends, is started
 * again by the next change. Resolves after the first attempt.
 */
export async function rerunOnChange({ folders, start, report }: Rerun): Promise<{ stop(): Promise<void> }> {
  const changes = watchSources(folders)
  let stopping = false
  let program: ManagedProcess | undefined
  await attempt()
  void rerun()
  return {
    async stop() {
      stopping = true
      changes.close()
      // One that is only starting is a child process like any other: `stopChildren` ends it.
      await program?.stop()
    },
  }

  async function attempt(): Promise<void> {
    if (stopping) return
    try {
      const started = await start()
      program = started
      void started.ended.then((how) => {
        if (program === started && !stopping) report(`ended (${how}); it starts again at the next change`)
      })
    } catch (error) {
      program = undefined
      if (!stopping)
        report(`${error instanceof Error ? error.message : String(error)}\nIt starts again at the next change.`)
    }
  }

  async function rerun(): Promise<void> {
    for (;;) {
      const file = await changes.next()
      if (file === undefined) return
      const startedAt = performance.now()
      const old = program
      program = undefined
      await old?.kill()
      await attempt()
      if (program !== undefined && !stopping)
        report(`restarted after a change of ${file} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    }
  }
}

/** The source folders of an app and of the project's packages it depends on, as its package.json names them. */
export function sourceFolders(app: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, app, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const packages = Object.keys(dependencies).flatMap((name) => /^@strikewise\/(.+)$/.exec(name)?.[1] ?? [])
  return [`${app}/src`, ...packages.map((name) => `packages/${name}/src`)]
}

interface Changes {
  /** Resolves with a file that has changed since the last call, once all is quiet; with undefined after `close`. */
  next(): Promise<string | undefined>
  close(): void
}

function watchSources(folders: readonly string[]): Changes {
  let changed: string | undefined
  let changedAt = 0
  let closed = false
  let wake = (): void => undefined
  const watchers = folders.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || !isSource(file)) return
      changed = join(folder, file)
      changedAt = performance.now()
      wake()
    }),
  )
  return {
    async next() {
      while (!closed) {
        if (changed === undefined) await new Promise<void>((resolve) => (wake = resolve))
        const quiet = performance.now() - changedAt
        if (changed === undefined) continue
        if (quiet < QUIET_MS) {
          await delay(QUIET_MS - quiet)
          continue
        }
        const file = changed
        changed = undefined
        return file
      }
      return undefined
    },
    close() {
      closed = true
      for (const watcher of watchers) watcher.close()
      wake()
    },
  }
}

/** Programs load these; tests beside them they do not. */
function isSource(file: string): boolean {
  return /\.(?:ts|sql)$/.test(file) && !file.endsWith('.test.ts')
}
