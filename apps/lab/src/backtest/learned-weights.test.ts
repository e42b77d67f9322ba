import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { trainSession } from '@strikewise/signals/learning/train-session.ts'
import type { BacktestEvidence } from '@strikewise/signals/learning/promotion-criteria.ts'
import { sessionsOf, tradingDays } from '@strikewise/signals/learning/testing/synthetic-sessions.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { artefactText, readArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import type { Report } from './report/report.ts'
import { trialsOf } from './run/trial.ts'
import { barFolder, HEAD, swingingSessions } from './testing/bar-file.ts'

const { folder, remove, write } = barFolder()
afterAll(remove)

/** Learned from the sessions up to 22 September: the first they may be tested on is the 24th. */
const text = artefactText(
  trainSession({
    sessions: sessionsOf(tradingDays('2026-09-01', 15), [0.5, 0, 0, 0, 0]),
    log: { seq: 1, hash: 'ab'.repeat(32) },
    before: null,
  })!,
)
const artefact = readArtefact(text)
const file = write('weights.json', [text])

describe('learned weights on the command line', () => {
  it('are tested on sessions they were not made from, whatever was asked for', () => {
    const from = (...args: string[]) => readOptions(['bars', '--weights', file, ...args]).from
    expect(artefact.version).toBe('2026-09-22')
    expect(from()).toBe('2026-09-24')
    expect(from('--from', '2026-09-01')).toBe('2026-09-24')
    expect(from('--from', '2026-10-01')).toBe('2026-10-01')
  })

  it('are compared with those as written, and swept from where they are', () => {
    const { swept, settings, weights } = readOptions(['bars', '--weights', file, '--sweep', 'engine.enter=0.35,0.4'])
    const learned = withWeights(SIGNAL_PARAMS, artefact)
    expect(
      trialsOf(swept, settings, weights).map(({ name, params }) => [name, params.engine.enter, params.engine.weights]),
    ).toEqual([
      ['weights 2026-09-22', 0.4, learned.engine.weights],
      ['', 0.4, SIGNAL_PARAMS.engine.weights],
      ['weights 2026-09-22 engine.enter=0.35', 0.35, learned.engine.weights],
    ])
  })

  it.each([
    ['a file that is not there', path.join(folder, 'none.json')],
    ['a file that is no artefact', write('other.json', ['{"format":1}'])],
    [
      'weights changed after they were learned',
      write('changed.json', [text.replace(/"weights":\{"candle_signal":0\.\d+/, '"weights":{"candle_signal":0.9')]),
    ],
  ])('refuse %s', (_what, name) => expect(() => readOptions(['bars', '--weights', name])).toThrow(RangeError))
})

it('writes beside the report what the promotion gate asks', { timeout: 120_000 }, async () => {
  const bars = write('NIFTY_1m_2026.csv', [HEAD, ...swingingSessions('2026-09-22', 4)])
  const out = path.join(folder, 'learned')
  const main = path.join(import.meta.dirname, 'main.ts')
  const run = (...more: string[]) =>
    promisify(execFile)(process.execPath, [main, bars, '--weights', file, '--out', out, '--workers', '1', ...more])
  await run()
  const report = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as Report
  expect(JSON.parse(readFileSync(`${out}.evidence.json`, 'utf8'))).toEqual({
    version: artefact.version,
    configHash: configHash(withWeights(SIGNAL_PARAMS, artefact)),
    period: { from: istDate('2026-09-24'), to: istDate('2026-09-25') },
    trades: report.trades.length,
    daily: report.overfitting.daily,
    tried: { ...report.overfitting.tried, inRun: 2 },
    overfitting: null,
    baselines: expect.any(Array) as BacktestEvidence['baselines'],
  } satisfies BacktestEvidence)
  expect(report.trials.map(({ name }) => name)).toEqual(['weights 2026-09-22', "the product's own"])
  expect(report.baselines.compared.length).toBeGreaterThan(0)
  // Run again, over fewer days, everything that was tried before counts.
  await run('--to', '2026-09-24')
  const again = JSON.parse(readFileSync(`${out}.evidence.json`, 'utf8')) as BacktestEvidence
  expect(again.tried).toMatchObject({ trials: 4, inRun: 2 })
  expect(readFileSync(path.join(folder, 'backtest-trials.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(4)
})
