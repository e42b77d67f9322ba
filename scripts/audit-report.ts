export interface Advisory {
  readonly name: string
  readonly severity: string
  readonly title: string
}

const SERIOUS: ReadonlySet<string> = new Set(['high', 'critical'])

/**
 * What `npm audit --json` found, the packages of the highest level first. Undefined when it holds no findings: the registry
 * did not answer, or answered something else. No answer must never read as no advisories.
 */
export function readAudit(output: string): { found: readonly Advisory[]; serious: number } | undefined {
  let report: unknown
  try {
    report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
  if (!isRecord(report) || 'error' in report || !isRecord(report['vulnerabilities']) || !isRecord(report['metadata']))
    return undefined
  const found = Object.entries(report['vulnerabilities']).map(([name, one]) => {
    const { severity, via } = isRecord(one) ? one : {}
    const first = Array.isArray(via) ? via.find(isRecord) : undefined
    return { name, severity: textOf(severity), title: textOf(first?.['title'] ?? 'through a package it depends on') }
  })
  const serious = found.filter(({ severity }) => SERIOUS.has(severity))
  return { found: [...serious, ...found.filter((one) => !serious.includes(one))], serious: serious.length }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : 'unknown')
