import { describe, expect, it } from 'vitest'
import { readAudit } from './audit-report.ts'

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: {} } })

describe('readAudit', () => {
  it('reads no advisories from a report without any', () => {
    expect(readAudit(`npm warn something\n${report({})}`)).toEqual({ found: [], serious: 0 })
  })

  it('names the serious packages first', () => {
    const audit = readAudit(
      report({
        a: { severity: 'low', via: [{ title: 'A slow pattern' }] },
        b: { severity: 'critical', via: ['c'] },
      }),
    )
    expect(audit).toEqual({
      found: [
        { name: 'b', severity: 'critical', title: 'through a package it depends on' },
        { name: 'a', severity: 'low', title: 'A slow pattern' },
      ],
      serious: 1,
    })
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'npm error code ECONNREFUSED'],
    ['an error', JSON.stringify({ error: { code: 'ENOAUDIT', summary: 'not implemented' } })],
    ['another report', '{"message":"404"}'],
    ['a report cut short', report({}).slice(0, 40)],
  ])('takes %s for an answer that did not come', (_, output) => {
    expect(readAudit(output)).toBeUndefined()
  })
})
