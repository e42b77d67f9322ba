import { parseArgs } from 'node:util'
import * as z from 'zod'
import { epochFromIstText, istDate, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { NamedScenario } from '@strikewise/exchange/scenarios/named-scenario.ts'
import { scenarioNamed, SCENARIOS } from '@strikewise/exchange/scenarios/scenarios.ts'
import { MAX_SPEED, MIN_SPEED } from './clock/simulated-clock.ts'

/**
 * Which market a start makes up, and when it begins: chosen together so that a newcomer sees a trade soon. A quarter of an hour
 * after this start the product decides for a NIFTY option; more trades come that day and on the next ones, an ordinary
 * mix of gains and losses. `demo-start.test.ts` holds it to that when the model or the signals change.
 */
export const DEFAULT_SEED = '83996'
export const DEFAULT_START = epochFromIstText('2026-09-17 09:36:00')

export interface SandboxOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly smtpPort: number
  /** Port of the broker's API at `/`. Null: the one after `port`, or any free one where that is taken; 0: any free one. */
  readonly brokerPort: number | null
  readonly speed: number
  /** Null: the default morning, or just before the first recorded day. */
  readonly start: EpochMs | null
  readonly seed: string
  /** A named day and what happens in it; it brings its own seed and start. Null: none. */
  readonly scenario: NamedScenario | null
  /** A file or folder of recorded bars, or a folder of recorded sessions, to play instead of a synthetic index. */
  readonly replay: string | null
  /** First recorded day to play; null: the first there is. */
  readonly replayFrom: IstDate | null
  /**
   * File that remembers the newest market day; a later start goes on with the day after it, unless kept books lead back
   * into that day. Null: every start alike.
   */
  readonly clockFile: string | null
  /** Folder in which accounts, orders and logins are kept for the next start; null: each start has new ones. */
  readonly data: string | null
  /** REST root of the Kite Connect market to follow instead of making one up; null: none. Needs `followTicker`. */
  readonly follow: string | null
  readonly followTicker: string | null
  /** Host names, besides this machine's own, under which the console and its controls are served. */
  readonly allowedHosts: readonly string[]
  /** What callers of the controls must show as bearer token; null: the controls are open, as on a desk of one's own. */
  readonly controlKey: string | null
}

const port = z.coerce.number().int().min(0).max(65_535)

/** Host names, separated by commas. */
const hostList = z
  .string()
  .regex(/^[a-z0-9.-]+(,[a-z0-9.-]+)*$/i, 'host names, separated by commas, such as sandbox.lan')
  .transform((text) => text.split(','))
  .default([])

/** An IST instant as people write it: 2026-09-16T09:20+05:30, zone and seconds optional. */
export const istInstantText = z.string().transform((text, ctx): EpochMs => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\+05:30)?$/.exec(text)
  try {
    return epochFromIstText(`${istDate(match?.[1] ?? '')} ${match?.[2]}${match?.[3] ?? ':00'}`)
  } catch {
    ctx.addIssue({ code: 'custom', message: `not an IST instant such as 2026-09-16T09:20+05:30: ${text}` })
    return z.NEVER
  }
})

const day = z.string().transform((text, ctx): IstDate => {
  try {
    return istDate(text)
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

const scenario = z.string().transform((name, ctx): NamedScenario => {
  const found = scenarioNamed(name)
  if (found !== undefined) return found
  ctx.addIssue({
    code: 'custom',
    message: `no scenario is called ${name}: ${SCENARIOS.map((one) => one.name).join(', ')}`,
  })
  return z.NEVER
})

/** Name of each option → environment variable, schema. Defaults make a world that is the same on every start. */
const OPTIONS = {
  host: { env: 'SANDBOX_HOST', schema: z.string().min(1).default('127.0.0.1') },
  port: { env: 'SANDBOX_PORT', schema: port.default(8090) },
  'broker-port': { env: 'SANDBOX_BROKER_PORT', schema: port.nullable().default(null) },
  'allowed-hosts': { env: 'SANDBOX_ALLOWED_HOSTS', schema: hostList },
  'smtp-port': { env: 'SANDBOX_SMTP_PORT', schema: port.default(8025) },
  speed: { env: 'SANDBOX_SPEED', schema: z.coerce.number().min(MIN_SPEED).max(MAX_SPEED).default(10) },
  start: { env: 'SANDBOX_START', schema: istInstantText.nullable().default(null) },
  seed: { env: 'SANDBOX_SEED', schema: z.string().min(1).max(100).default(DEFAULT_SEED) },
  scenario: { env: 'SANDBOX_SCENARIO', schema: scenario.nullable().default(null) },
  replay: { env: 'SANDBOX_REPLAY', schema: z.string().min(1).nullable().default(null) },
  'replay-from': { env: 'SANDBOX_REPLAY_FROM', schema: day.nullable().default(null) },
  follow: {
    env: 'SANDBOX_FOLLOW',
    schema: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
  },
  'follow-ticker': {
    env: 'SANDBOX_FOLLOW_TICKER',
    schema: z
      .url({ protocol: /^wss?$/ })
      .nullable()
      .default(null),
  },
  'control-key': {
    env: 'SANDBOX_CONTROL_KEY',
    schema: z.string().min(16, 'at least 16 characters').nullable().default(null),
  },
  data: { env: 'SANDBOX_DATA', schema: z.string().min(1).nullable().default(null) },
  'clock-file': { env: 'SANDBOX_CLOCK_FILE', schema: z.string().min(1).nullable().default(null) },
} as const
type OptionName = keyof typeof OPTIONS

/** A wrong option, reported in one line. */
export class OptionError extends Error {}

/** Reads flags, then the environment, then defaults. Throws OptionError with the option's name and the remedy. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): SandboxOptions {
  const flags = flagsOf(args)
  const read = <Name extends OptionName>(name: Name): z.output<(typeof OPTIONS)[Name]['schema']> => {
    const { env: variable, schema } = OPTIONS[name]
    const result = schema.safeParse(flags[name] ?? (env[variable] || undefined))
    if (result.success) return result.data as z.output<(typeof OPTIONS)[Name]['schema']>
    throw new OptionError(`--${name} (or ${variable}): ${result.error.issues[0]?.message ?? 'not valid'}`)
  }
  if ((read('follow') === null) !== (read('follow-ticker') === null))
    throw new OptionError('--follow and --follow-ticker: a market is followed with both, or not at all')
  const scenario = read('scenario')
  if (scenario !== null)
    for (const other of ['seed', 'start', 'replay', 'follow'] as const)
      if ((flags[other] ?? env[OPTIONS[other].env]) !== undefined)
        throw new OptionError(`--scenario and --${other}: a scenario brings its own day, leave one of them out`)
  return {
    host: read('host'),
    port: read('port'),
    smtpPort: read('smtp-port'),
    brokerPort: read('broker-port'),
    allowedHosts: read('allowed-hosts'),
    speed: read('speed'),
    start: scenario?.startsAt ?? read('start'),
    seed: scenario?.seed ?? read('seed'),
    scenario,
    replay: read('replay'),
    replayFrom: read('replay-from'),
    clockFile: read('clock-file'),
    data: read('data'),
    follow: read('follow'),
    followTicker: read('follow-ticker'),
    controlKey: read('control-key'),
  }
}

/** The options of a start without flags and without environment. */
export function defaultOptions(): SandboxOptions {
  return readOptions([], {})
}

function flagsOf(args: readonly string[]): Partial<Record<OptionName, string>> {
  const names = Object.keys(OPTIONS) as OptionName[]
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    })
    return values
  } catch (error) {
    throw new OptionError(
      `${(error as Error).message.split('. ')[0]}. Known options: ${names.map((name) => `--${name}`).join(' ')}`,
      {
        cause: error,
      },
    )
  }
}
