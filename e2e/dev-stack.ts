import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootHomeOf } from '../apps/server/src/store/postgres/home.ts'
import type { ManagedProcess } from '../scripts/child-process.ts'
import { sandboxEnv, startDemo, startSandbox, startServer, type DemoReady } from '../scripts/dev-stack.ts'

/** A whole product on free ports with a data folder of its own: what `npm start` makes. */
export interface DevStack {
  /** The data folder of its programs. */
  readonly data: string
  readonly sandboxUrl: string
  readonly demo: DemoReady | undefined
  /** Where the app is; the same after a restart. */
  readonly url: string
  /** Calls a control of the sandbox (docs/sandbox.md). Throws with its words when it refuses. */
  sandbox<Reply>(path: string, body?: unknown, method?: string): Promise<Reply>
  /** kill -9 of the server, and a new one on the same data and port. */
  crashServer(): Promise<void>
  close(): Promise<void>
}

export interface DevStackOptions {
  readonly sandboxArgs?: readonly string[]
  readonly demo?: boolean
}

export async function startDevStack(options: DevStackOptions = {}): Promise<DevStack> {
  // A folder of its own: two runs on one machine do not share it.
  const data = mkdtempSync(join(tmpdir(), 'strikewise-e2e-'))
  const problems: string[] = []
  const place = { data, onProblem: (line: string) => problems.push(line) }
  /** In the order of their starts. */
  const running = new Set<ManagedProcess>()
  const started = <Ready extends { readonly program: ManagedProcess }>(ready: Ready): Ready => {
    running.add(ready.program)
    return ready
  }
  const close = async () => {
    // What the programs complained about, beside the test's own report.
    if (problems.length > 0) console.log(problems.slice(-20).join('\n'))
    for (const program of [...running].toReversed()) await program.stop()
    // A store started by root lies outside the folder.
    for (const folder of [data, rootHomeOf(data)]) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const outside = started(
      await startSandbox(place, ['--port', '0', '--smtp-port', '0', ...(options.sandboxArgs ?? [])]),
    )
    let server = started(await startServer(place, { ...sandboxEnv(outside), PORT: '0' }))
    const port = new URL(server.url).port
    const demo =
      options.demo === true ? started(await startDemo(place, { server: server.url, sandbox: outside.http })) : undefined
    return {
      data,
      sandboxUrl: outside.http,
      demo,
      url: server.url,
      async sandbox(path, body, method = body === undefined ? 'GET' : 'POST') {
        const response = await fetch(`${outside.http}/sandbox${path}`, {
          method,
          ...(body === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        })
        if (!response.ok)
          throw new Error(`${method} /sandbox${path} answered ${response.status}: ${await response.text()}`)
        // The caller names the type of what it asked for.
        return (await response.json()) as never
      },
      async crashServer() {
        running.delete(server.program)
        await server.program.kill()
        server = started(await startServer(place, { ...sandboxEnv(outside), PORT: port }))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
