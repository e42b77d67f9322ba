import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxEnv, startDemo, startSandbox, startServer, type DemoReady } from '../scripts/world.ts'

/** A whole product on free ports with a data folder of its own: what `npm start` makes. */
export interface World {
  readonly sandboxUrl: string
  readonly demo: DemoReady | undefined
  /** Where the app is; the same after a restart. */
  readonly url: string
  /** Calls a control of the sandbox (apps/sandbox/README.md). Throws with its words when it refuses. */
  sandbox<Reply>(path: string, body?: unknown, method?: string): Promise<Reply>
  /** kill -9 of the server, and a new one on the same data and port. */
  crashServer(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  readonly sandboxArgs?: readonly string[]
  readonly demo?: boolean
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  // One folder a test worker, begun anew: a store started by root lies outside it and is replaced when its folder was.
  const data = join(tmpdir(), `strikewise-e2e-${process.env['TEST_PARALLEL_INDEX'] ?? process.pid}`)
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const trouble: string[] = []
  const place = { data, onTrouble: (line: string) => trouble.push(line) }
  const outside = await startSandbox(place, ['--port', '0', '--smtp-port', '0', ...(options.sandboxArgs ?? [])])
  let server = await startServer(place, { ...sandboxEnv(outside), PORT: '0' })
  const port = new URL(server.url).port
  const demo = options.demo === true ? await startDemo(place, { server: server.url, sandbox: outside.http }) : undefined

  return {
    sandboxUrl: outside.http,
    demo,
    url: server.url,
    async sandbox(path, body, method = body === undefined ? 'GET' : 'POST') {
      const response = await fetch(`${outside.http}/sandbox${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      if (!response.ok)
        throw new Error(`${method} /sandbox${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as never
    },
    async crashServer() {
      await server.program.kill()
      server = await startServer(place, { ...sandboxEnv(outside), PORT: port })
    },
    async close() {
      // What the programs complained about, beside the test's own report.
      if (trouble.length > 0) console.log(trouble.slice(-20).join('\n'))
      await Promise.all([demo?.program.stop(), server.program.stop()])
      await outside.program.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
