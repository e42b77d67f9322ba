import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_NAMES } from '@strikewise/signals/registry/registry.ts'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'

/**
 * Where an agent is named: its definition, what was measured of it, the words each language has for it, tests and what
 * they compare with, the two
 * filters whose state stands beside the contributions, and one rule of the pre-trade checks.
 */
const NAMED =
  /\.test\.tsx?$|\/tests\/|\/registry\/definitions\/|\/catalogue\/(?:en|hi)\/|features\/demo\/(?:minute|decision)\.json$|features\/demo-day\/day\.json$|signals\/src\/evidence\/agent-evidence\.json$|features\/decision\/Contributions\.tsx$|^packages\/execution\/src\/pre-trade\/pre-trade-check\.ts$/

// A second list of agents would have to be kept in step with the registry manually: everything else derives from it.
it('names no agent outside its definition', () => {
  const quoted = new RegExp(`\\b(?:${AGENT_NAMES.join('|')})\\b`)
  const sources = globSync(['{apps,packages,scripts,tools}/**/*.{ts,tsx,js,mjs,json}'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((file) => !NAMED.test(file) && quoted.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
