import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './command.ts'

/** How the paths of the longest tests begin, those of a project longest first: real time passes in them, or whole market days. */
export const LONGEST: readonly string[] = [
  'apps/demo/tests/',
  'apps/server/tests/black-box/chaos/',
  'apps/sandbox/tests/persistence.',
  'apps/server/tests/telegram.',
  'apps/server/tests/session-recorder.',
  'apps/server/tests/scenarios.',
  'apps/server/tests/connections.',
  'packages/brokers/tests/',
  'apps/server/tests/fuzz/',
  'apps/server/tests/trading-acceptance.',
  'apps/server/tests/identity.',
  'apps/server/tests/token-expiry.',
  'apps/server/tests/broker-scenarios.',
  'apps/sandbox/tests/',
  'e2e/one-path/',
  'tools/bench/src/',
  'apps/lab/src/backtest/',
  'packages/exchange/src/scenarios/',
  'packages/execution/src/scenarios/restart.',
  'apps/web/src/routes/screen-gates.',
  'apps/web/src/routes/route-states.',
]

/**
 * Starts the longest files of each group of projects first, so that no worker is left with one of them at the end. The
 * runner does so by what it remembers of earlier runs; a fresh clone remembers nothing, and would go by the size of files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => group(a) - group(b) || rank(a) - rank(b))
  }
}

function group(file: TestSpecification): number {
  return file.project.config.sequence.groupOrder
}

function rank({ moduleId }: TestSpecification): number {
  const place = relative(ROOT, moduleId)
  const found = LONGEST.findIndex((start) => place.startsWith(start))
  return found === -1 ? LONGEST.length : found
}
