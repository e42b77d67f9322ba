import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

type Variables = Readonly<Record<string, string | undefined>>

/** A file of settings in the form that `node --env-file` reads. */
export interface SettingsFile {
  readonly path: string
  readonly variables: Variables
}

/** Reads a file of settings. Throws the error of the file system where it cannot be read. */
export function readSettingsFile(path: string): SettingsFile {
  return { path, variables: parseEnv(readFileSync(path, 'utf8')) }
}

/** The files that Node itself read before the program began: `--env-file=x`, `--env-file x`, and those of `-if-exists`. */
export function filesOfNode(execArgv: readonly string[]): readonly string[] {
  return execArgv.flatMap((argument, i) => {
    const [name, path] = argument.split(/=(.*)/s)
    if (name !== '--env-file' && name !== '--env-file-if-exists') return []
    const file = path ?? execArgv[i + 1]
    return file === undefined ? [] : [file]
  })
}

/** The settings as a server would have them: as Node does it, the environment wins over files, a later file over an earlier. */
export function mergedSettings(environment: Variables, files: readonly SettingsFile[]): Variables {
  return Object.assign({}, ...files.map(({ variables }) => variables), environment) as Variables
}

/** Where the value of `name` is set: a file whose value it has, else the environment; undefined where it has none. */
export function sourceOf(name: string, environment: Variables, files: readonly SettingsFile[]): string | undefined {
  const value = mergedSettings(environment, files)[name]
  if (value === undefined || value === '') return undefined
  const file = files.findLast(({ variables }) => variables[name] !== undefined && variables[name] !== '')
  if (file === undefined) return 'environment'
  return file.variables[name] === value ? `file ${file.path}` : `environment, over ${file.path}`
}

/** Names in a file that no setting has: a misspelt one has no effect. `NODE_` variables and TZ are those of Node. */
export function unknownNames(file: SettingsFile, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(file.variables).filter((name) => !known.has(name) && !/^NODE_|^TZ$/.test(name))
}
