import { describe, expect, it } from 'vitest'
import { exitCodeOf, summaryOf, tableOf, type Verdict } from './verdict.ts'

const verdict = (name: string, result: Verdict['result'], sessions: number): Verdict => ({
  bug: { name, about: `What ${name} does.`, file: `${name}.patch`, hunks: [] },
  result,
  by: result === 'caught' ? 'I3' : '',
  detail: '',
  sessions,
})
const CAUGHT = [verdict('b', 'caught', 40), verdict('a', 'caught', 2), verdict('c', 'caught', 7)]

describe('the verdicts on planted bugs', () => {
  it('end the program with 0 only when something was tried and all of it was caught', () => {
    expect(exitCodeOf(CAUGHT)).toBe(0)
    expect(exitCodeOf([...CAUGHT, verdict('d', 'SURVIVED', 100)])).toBe(1)
    expect(exitCodeOf([...CAUGHT, verdict('d', 'ERROR', 0)])).toBe(1)
    expect(exitCodeOf([])).toBe(1)
  })

  it('are counted, with the sessions until each was caught', () => {
    expect(summaryOf(CAUGHT)).toBe('Caught 3 of 3; sessions until caught: median 7, at most 40.')
    expect(summaryOf([verdict('d', 'SURVIVED', 100)])).toBe('Caught 0 of 1.')
  })

  it('become a table by name, survivors in it', () => {
    const rows = tableOf([...CAUGHT, verdict('d', 'SURVIVED', 100)]).split('\n')
    expect(rows.filter((row) => /^\| `[a-d]` /.test(row))).toEqual([
      '| `a` | What a does. | 2 | I3 |',
      '| `b` | What b does. | 40 | I3 |',
      '| `c` | What c does. | 7 | I3 |',
      '| `d` | What d does. | SURVIVED after 100 |  |',
    ])
  })
})
