/** The stages of `npm test`, in the order of a whole run. */
export const STAGES = ['verify', 'unit', 'system', 'one-connection', 'simulate', 'browser'] as const
export type Stage = (typeof STAGES)[number]

/** What a run of `npm test` covers. */
export interface TestSelection {
  readonly stages: readonly Stage[]
  /** What to run of the one stage; all of it when empty. */
  readonly patterns: readonly string[]
}

/** An argument that names nothing; its message reports what can be named. */
export class ArgumentError extends Error {}

const PATTERNS = `After one stage, a pattern runs a part of it:
  npm test -- verify lint                       one check
  npm test -- unit packages/domain/src/money    files whose path contains the text; the same for system, one-connection and browser
  npm test -- simulate 7                        one seed, or a range such as 1..300`

/** Reads `[stage…]` or `stage pattern…`; without arguments all stages. Throws ArgumentError. */
export function testSelection(args: readonly string[]): TestSelection {
  const others = args.findIndex((arg) => !isStage(arg))
  const stages = (others === -1 ? args : args.slice(0, others)).filter(isStage)
  const patterns = others === -1 ? [] : args.slice(others)
  if (patterns.length === 0) return { stages: stages.length === 0 ? STAGES : stages, patterns }
  if (stages.length === 1) return { stages, patterns }
  const problem = stages.length === 0 ? `Unknown stage '${patterns[0]}'.` : `'${patterns[0]}' follows several stages.`
  throw new ArgumentError(`${problem} The stages: ${STAGES.join(', ')}.\n${PATTERNS}`)
}

/** Options of the simulator for the seeds that `patterns` name: one number or a range. Throws ArgumentError. */
export function seedOptions(patterns: readonly string[]): readonly string[] {
  const [pattern = '', ...more] = patterns
  const seeds = /^(?<first>\d+)(?:\.\.(?<last>\d+))?$/.exec(pattern)?.groups
  if (seeds === undefined || more.length > 0)
    throw new ArgumentError(`'${patterns.join(' ')}' is not a seed such as 7, nor a range such as 1..300.`)
  return ['--seeds', `${seeds['first']}..${seeds['last'] ?? seeds['first']}`]
}

/** Those of `all` whose text contains one of `patterns`, or all without patterns. Throws ArgumentError when there is none. */
export function matching<T>(all: readonly T[], patterns: readonly string[], text: (one: T) => string): readonly T[] {
  if (patterns.length === 0) return all
  const found = all.filter((one) => patterns.some((pattern) => text(one).includes(pattern)))
  if (found.length === 0)
    throw new ArgumentError(`Nothing matches '${patterns.join(' ')}'. One of: ${all.map(text).join(', ')}.`)
  return found
}

function isStage(arg: string): arg is Stage {
  return (STAGES as readonly string[]).includes(arg)
}
