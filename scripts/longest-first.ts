import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './command.ts'

/** Where the tests lie that take longest: real time passes in them, or whole market days. */
const LONG = [
  'apps/server/tests/black-box/',
  'apps/demo/tests/',
  'apps/server/tests/fuzz/',
  'e2e/one-path/',
  'packages/exchange/src/scenarios/',
  'apps/sandbox/tests/',
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
  const found = LONG.findIndex((start) => place.startsWith(start))
  return found === -1 ? LONG.length : found
}
