import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROMTOOL, readAlerts, readBoard } from './alert-rules.ts'

const panels = readBoard().filter(({ type }) => type !== 'row')

describe('the Grafana board', () => {
  it('has panels with an id, a place, a description and expressions each, none over another', () => {
    expect(panels.length).toBeGreaterThan(20)
    expect(new Set(readBoard().map(({ id }) => id)).size).toBe(readBoard().length)
    const taken = new Set<string>()
    for (const { title, description, gridPos, targets } of panels) {
      expect(description, title).toMatch(/\S/)
      expect(targets?.length, title).toBeGreaterThan(0)
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x},${y}`), title).toBe(false)
          taken.add(`${x},${y}`)
        }
    }
  })

  it('names alerts that exist', () => {
    const names = new Set(readAlerts().map(({ name }) => name))
    const cited = panels.flatMap(({ description = '' }) => {
      const list = /Alerts?: (.*)$/.exec(description)?.[1] ?? ''
      return list.match(/\b[A-Z][a-z]+[A-Z]\w+/g) ?? []
    })
    expect(cited.length).toBeGreaterThan(15)
    for (const name of cited) expect([...names]).toContain(name)
  })

  it('shows every figure that an alert goes by', () => {
    // A target that does not answer has no figure of its own.
    const figuresIn = (expr: string) => expr.match(/\b(?:strikewise|nodejs|process)[_:]\w+(?::\w+)?/g) ?? []
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => figuresIn(expr))))
    const used = new Set(readAlerts().flatMap(({ expr }) => figuresIn(expr)))
    expect(used.size).toBeGreaterThan(25)
    expect([...used].filter((figure) => !shown.has(figure))).toEqual([])
  })

  describe.skipIf(!existsSync(PROMTOOL))('checked by promtool', () => {
    const statusOf = (expressions: readonly string[]) => {
      const folder = mkdtempSync(join(tmpdir(), 'board-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const rules = expressions.map((expr, i) => ({ record: `panel:${i}`, expr }))
      // JSON is YAML too.
      writeFileSync(join(folder, 'rules.yaml'), JSON.stringify({ groups: [{ name: 'board', rules }] }))
      const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'rules', join(folder, 'rules.yaml')], {
        encoding: 'utf8',
      })
      return { status, output: stdout + stderr }
    }

    it('has expressions that parse', () => {
      const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      expect(statusOf(expressions)).toMatchObject({ status: 0 })
      expect(statusOf([...expressions, 'sum by (role (x)'])).toMatchObject({ status: 1 })
    })
  })
})
