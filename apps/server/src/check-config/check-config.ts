import { judgeSettings } from '../configuration/judge-settings.ts'
import type { FindingLevel } from '../configuration/rule.ts'
import type { ConfigFinding } from '../configuration/rules.ts'
import { FORMER_NAMES, VARIABLES } from '../environment.ts'
import { type SettingRow, settingRows } from './setting-rows.ts'
import { mergedSettings, type SettingsFile, sourceOf, unknownNames } from './setting-sources.ts'

export interface ConfigReport {
  /** Whether nothing is refused or unsafe. */
  readonly ok: boolean
  /** `undecided`: a value is refused, so which services they lead to is not known. */
  readonly deployment: 'sandbox' | 'real' | 'undecided'
  /** Whether the rules for production were applied. */
  readonly production: boolean
  readonly settings: readonly SettingRow[]
  readonly findings: readonly ConfigFinding[]
}

const HEADINGS: Readonly<Record<FindingLevel, string>> = {
  refused: 'Refused, the server does not start:',
  unsafe: 'Unsafe in production:',
  warning: 'Warnings:',
}

/** What a server would run with, and what speaks against it. `production`: judge a sandbox as a real deployment too. */
export function checkConfig(
  env: Readonly<Record<string, string | undefined>>,
  files: readonly SettingsFile[],
  production: boolean,
): ConfigReport {
  const given = mergedSettings(env, files)
  const { deployment, findings } = judgeSettings(given, production || undefined)
  const all = [...findings, ...misspelt(files)]
  return {
    ok: all.every(({ level }) => level === 'warning'),
    deployment: deployment === undefined ? 'undecided' : deployment.sandbox ? 'sandbox' : 'real',
    production: production || deployment?.sandbox === false,
    settings: settingRows(given, deployment, (name) => sourceOf(name, env, files)),
    findings: all,
  }
}

function misspelt(files: readonly SettingsFile[]): readonly ConfigFinding[] {
  const known = new Set([...VARIABLES, ...Object.keys(FORMER_NAMES)])
  return files.flatMap((file) =>
    unknownNames(file, known).map((setting) => ({
      level: 'warning' as const,
      setting,
      message: `in ${file.path} is no setting and has no effect; correct its name, or leave it out`,
    })),
  )
}

/** The report as a person reads it. */
export function reportLines({ ok, deployment, production, settings, findings }: ConfigReport): readonly string[] {
  const width = (of: (row: SettingRow) => string) => Math.max(...settings.map((row) => of(row).length))
  const [names, sources] = [width((row) => row.name), width((row) => row.source)]
  const rows = settings.map(({ name, value, source }) => `${name.padEnd(names)}  ${source.padEnd(sources)}  ${value}`)
  const groups = (Object.keys(HEADINGS) as FindingLevel[]).flatMap((level) => {
    const lines = findings.filter((finding) => finding.level === level)
    return lines.length === 0
      ? []
      : ['', HEADINGS[level], ...lines.map(({ setting, message }) => `  ${setting}: ${message}`)]
  })
  const what = { sandbox: 'the sandbox', real: 'real services', undecided: 'undecided' }[deployment]
  const rules = production ? 'with the rules for production' : 'without the rules for production (--production)'
  return [...rows, ...groups, '', `Deployment: ${what}, checked ${rules}. ${ok ? 'Accepted.' : 'Not accepted.'}`]
}
