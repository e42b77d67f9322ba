import { readdirSync, readFileSync } from 'node:fs'

/** Kernel clock ticks a second; the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** Milliseconds of processor time that a process and the children it has waited for have had, from /proc. */
export function cpuMsOf(pid: number): number {
  const [, , , , , , , , , , , user, system, childUser, childSystem] = statOf(pid)
  return ((Number(user) + Number(system) + Number(childUser) + Number(childSystem)) * 1000) / TICKS_PER_SECOND
}

/** Bytes of memory a process has resident. */
export function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} shows no resident memory`)
  return Number(kilobytes) * 1024
}

/** Processes started by `pid`, and those started by them. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      parents.set(Number(name), Number(statOf(Number(name))[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const found: number[] = []
  for (let generation = [pid]; generation.length > 0; found.push(...generation))
    generation = [...parents].flatMap(([child, parent]) => (generation.includes(parent) ? [child] : []))
  return found
}

/** Fields of /proc/pid/stat from the state on: what stands before it may hold blanks. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
