import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from './command.ts'
import { PROMTOOL, readAlerts, readRunbooks, RULE_TESTS_FILE, RULES_FILE } from './alert-rules.ts'

const alerts = readAlerts()
const names = alerts.map(({ name }) => name)

describe('the alert rules', () => {
  it('have a severity and a section of the runbooks each', () => {
    expect(names.length).toBeGreaterThan(25)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, severity, runbook } of alerts) {
      expect(['critical', 'warning'], name).toContain(severity)
      expect(runbook).toBe(`docs/runbooks.md#${name.toLowerCase()}`)
    }
  })

  it('have runbooks that name what the program does, where to look and what to do', () => {
    const runbooks = readRunbooks()
    expect([...runbooks.keys()]).toEqual(names)
    for (const [name, section] of runbooks)
      for (const part of ['By itself', 'Look at', 'Do'])
        expect(section, name).toMatch(new RegExp(`^- \\*\\*${part}\\*\\*: \\S`, 'm'))
  })

  it('name every alarm of the core in one alert', () => {
    const source = readFileSync(join(ROOT, 'packages/execution/src/alarms/alarm.ts'), 'utf8')
    const codes = new Set([...source.matchAll(/'alarm\.([a-z_]+)/g)].map((match) => match[1]!))
    const named = alerts.flatMap(
      ({ expr }) => /alarms:increase10m\{code=~"([a-z_|]+)"/.exec(expr)?.[1]?.split('|') ?? [],
    )
    expect(named.toSorted()).toEqual([...codes].toSorted())
  })

  it('are each tested to be silent, to fire and to clear', () => {
    const cases = readFileSync(RULE_TESTS_FILE, 'utf8')
      .split(/^ {2}- name: /m)
      .slice(1)
    expect(cases.map((one) => one.split('\n', 1)[0])).toEqual(names)
    for (const one of cases) {
      const name = one.split('\n', 1)[0]!
      const expected = [...one.matchAll(/alertname: (\S+)\n +exp_alerts:(.*)/g)].map((match) => [match[1], match[2]])
      const changes = expected.filter(([, alerted], i) => alerted !== expected[i - 1]?.[1])
      expect(changes, name).toEqual([
        [name, ' []'],
        [name, ''],
        [name, ' []'],
      ])
    }
  })

  // Debian's package `prometheus` has promtool; `npm test` installs it where apt is there.
  describe.skipIf(!existsSync(PROMTOOL))('checked by promtool', () => {
    const promtool = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: 'utf8' })
      return { status, output: stdout + stderr }
    }

    it('are valid, and so is the configuration that scrapes', () => {
      expect(promtool('check', 'rules', RULES_FILE)).toMatchObject({ status: 0 })
      const config = join(RULES_FILE, '../prometheus.yaml')
      expect(promtool('check', 'config', config)).toMatchObject({ status: 0 })
    })

    it('fire and clear as their tests expect', () => {
      expect(promtool('test', 'rules', RULE_TESTS_FILE)).toMatchObject({ status: 0 })
    })

    it('fail their tests when one never fires', () => {
      const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      writeFileSync(join(folder, 'alerts.test.yaml'), readFileSync(RULE_TESTS_FILE))
      const never = readFileSync(RULES_FILE, 'utf8').replaceAll(/^( +expr: )(?!increase).*$/gm, '$1vector(0) > 1')
      writeFileSync(join(folder, 'alerts.yaml'), never)
      const { status, output } = promtool('test', 'rules', join(folder, 'alerts.test.yaml'))
      expect(status).toBe(1)
      for (const name of names) expect(output).toMatch(new RegExp(`alertname: ?${name}\\b`))
    })
  })
})
