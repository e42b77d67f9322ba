// Files that editors and containers read name versions, ports and commands of the project: each has one source of truth.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environment } from '../apps/server/src/environment.ts'
import { ROOT } from './command.ts'
import { PORTS } from './ports.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const json = <T>(path: string) => JSON.parse(read(path)) as T

/** The source of truth: what `npm start` installs where Node is older. */
const RUNTIME = json<{ optionalDependencies: Record<string, string> }>('runtime/package.json').optionalDependencies
const NODE = Object.values(RUNTIME)[0]!

interface Launch {
  readonly type: string
  readonly request: string
  readonly port?: number
  readonly program?: string
  readonly url?: string
  readonly webRoot?: string
}
const { configurations } = json<{ configurations: Launch[] }>('.vscode/launch.json')
const container = json<{ forwardPorts: number[]; portsAttributes: Record<string, unknown>; postCreateCommand: string }>(
  '.devcontainer/devcontainer.json',
)

it('every file names the Node version of runtime/package.json', () => {
  expect(new Set(Object.values(RUNTIME))).toEqual(new Set([NODE]))
  expect(read('.nvmrc')).toBe(`${NODE}\n`)
  expect(/^FROM node:([\d.]+)-/m.exec(read('.devcontainer/Dockerfile'))?.[1]).toBe(NODE)
  expect(/NEEDED_MAJOR = (\d+)/.exec(read('scripts/launch.mjs'))?.[1]).toBe(NODE.split('.')[0])
})

it('the dev container forwards the ports on which the programs listen, and installs what the lock file names', () => {
  const ports = new Set<number>(Object.values(PORTS))
  expect(new Set(container.forwardPorts)).toEqual(ports)
  expect(new Set(Object.keys(container.portsAttributes).map(Number))).toEqual(ports)
  expect(container.postCreateCommand).toBe('npm ci')
  expect(environment.shape.PORT.parse(undefined)).toBe(PORTS.server)
})

it('the launch configurations lead to the server, to the open test file and to the app', () => {
  const [server, test, app] = configurations
  expect(configurations).toHaveLength(3)
  expect(server).toMatchObject({ request: 'attach', port: PORTS.debugger })
  expect(existsSync(test!.program!.replace('${workspaceFolder}', ROOT))).toBe(true)
  expect(new URL(app!.url!).port).toBe(String(PORTS.app))
  expect(existsSync(join(app!.webRoot!.replace('${workspaceFolder}', ROOT), 'index.html'))).toBe(true)
})

it.each(['.devcontainer/devcontainer.json', '.vscode/launch.json', 'CONTRIBUTING.md', 'scripts/tasks/dev.ts'])(
  '%s names only npm commands that exist',
  (file) => {
    const named = [...read(file).matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(0)
    const { scripts } = json<{ scripts: Record<string, string> }>('package.json')
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  },
)

it('editors break lines where the formatter does', () => {
  const width = json<{ printWidth: number }>('.oxfmtrc.json').printWidth
  expect(/^\[\*\]\n(?:.+\n)*?max_line_length = (\d+)/m.exec(read('.editorconfig'))?.[1]).toBe(String(width))
})
