import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'

/** Where Debian's package `prometheus` puts the program that checks rules. */
export const PROMTOOL = '/usr/bin/promtool'
/** The same package's Prometheus itself. */
export const PROMETHEUS = '/usr/bin/prometheus'
export const RULES_FILE = join(ROOT, 'deploy/prometheus/alerts.yaml')
export const RULE_TESTS_FILE = join(ROOT, 'deploy/prometheus/alerts.test.yaml')
const RUNBOOKS_FILE = join(ROOT, 'docs/runbooks.md')

export interface AlertRule {
  readonly name: string
  readonly expr: string
  readonly severity: string | undefined
  readonly runbook: string | undefined
}

/** The alerts of the rules file, in the form in which it writes them: one line a field. */
export function readAlerts(text = readFileSync(RULES_FILE, 'utf8')): readonly AlertRule[] {
  return text
    .split(/^ +- alert: /m)
    .slice(1)
    .map((rule) => ({
      name: rule.split('\n', 1)[0]!,
      expr: /^ +expr: (.*)$/m.exec(rule)?.[1] ?? '',
      severity: /^ +severity: (.*)$/m.exec(rule)?.[1],
      runbook: /^ +runbook: (.*)$/m.exec(rule)?.[1],
    }))
}

/** The sections of the runbooks by their headings. */
export function readRunbooks(text = readFileSync(RUNBOOKS_FILE, 'utf8')): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split('\n', 1)[0]!, section]),
  )
}

/** One panel of the Grafana board, or a row that heads some. */
export interface BoardPanel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}

/** The panels of the board. */
export function readBoard(): readonly BoardPanel[] {
  const text = readFileSync(join(ROOT, 'deploy/grafana/strikewise.json'), 'utf8')
  return (JSON.parse(text) as { readonly panels: readonly BoardPanel[] }).panels
}
