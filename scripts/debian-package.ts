import { existsSync } from 'node:fs'
import { run } from './command.ts'

/**
 * A program the tests need: `path`, installed with apt from `packages` when it is missing and apt is there. Undefined when
 * there is none to be had.
 */
export async function ensureBuild(path: string, packages: readonly string[]): Promise<string | undefined> {
  if (existsSync(path)) return path
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...args: string[]) => {
    const [program = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
    return run(program, rest, { ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
  }
  console.error(`Installing ${packages.join(', ')} for the tests …`)
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  return existsSync(path) ? path : undefined
}
