import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'

// What names the product's broker: its folder in packages/brokers, its protocol's package, and what stands here.

/** Words that the specification fixes, the settings of a deployment, and the title of the protocol's document. */
const FIXED: readonly RegExp[] = [
  // Addresses of screens and routes.
  /\b(?:connect-zerodha|zerodha-connect|zerodha-callback|zerodha\/disconnect|zerodha-disclosure)\b/g,
  // Fields of the API and of a user's document; the consent they stand for.
  /\bzerodhaDisclosureAccepted(?:At)?\b|\bzerodha_disclosure\b|\bzerodha(?=:|,|\.|'\])|\bme\.zerodha\b|(?<=')zerodha(?=')/g,
  // Settings that operators have in their files.
  /\bKITE_(?:API|TICKER|LOGIN)_URL\b/g,
  // The fact sheet that comments name as their source.
  /\bkite-connect(?: fact sheet)?\b/g,
]

/** Sources that may name the broker, each with its reason. May only get shorter. */
const EXEMPT: Readonly<Record<string, string>> = {
  'packages/brokers/src/product-broker.ts': 'chooses the broker of the product',
  'packages/brokers/src/product-portal.ts': 'chooses the broker of the product, for screens',
  'apps/lab/src/simulate/environment/broker-adapter.ts': 'simulates the broker behind its own adapter',
  'apps/lab/src/simulate/environment/model-broker.ts': 'simulates the broker behind its own adapter',
  'apps/lab/src/simulate/environment/sim-process.ts': 'simulates the broker behind its own adapter',
  'apps/lab/src/simulate/environment/wire-broker.ts': 'simulates the broker behind its own adapter',
  'apps/lab/src/simulate/environment/wire-transport.ts': 'simulates the broker behind its own adapter',
  'apps/web/src/routes/site/DisclaimerPage.tsx': 'a legal text: whose names the product uses',
}

/** Their subject is the broker, its protocol, or the world outside; or they compare with its libraries. */
const OUTSIDE = /^(?:packages\/kite|packages\/brokers\/src\/zerodha|apps\/sandbox|tools\/bench)\//

const NAMES = /kite|zerodha/i
/** Words that merely contain a name. */
const CONTAINS = /LinkItem/g

const sources = globSync(['{apps,packages,tools}/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.{ts,tsx}', '**/testing/**', '**/locales/**'],
}).filter((file) => !OUTSIDE.test(file))

/** The file's lines that name the broker in a way that nothing fixes. */
function namingLines(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  if (!NAMES.test(text)) return []
  return text.split('\n').filter((line) => {
    const rest = FIXED.reduce((left, fixed) => left.replaceAll(fixed, ''), line.replaceAll(CONTAINS, ''))
    return NAMES.test(rest)
  })
}

const naming = new Map(
  sources.map((file) => [file, namingLines(file)] as const).filter(([, lines]) => lines.length > 0),
)

describe('the names of the broker', () => {
  it('stand in its definition, in fixed texts and in the exempt files alone', () => {
    expect(sources.length).toBeGreaterThan(1000)
    const others = [...naming].filter(([file]) => !(file in EXEMPT))
    expect(Object.fromEntries(others)).toEqual({})
  })

  it('stand in every exempt file', () => {
    expect(Object.keys(EXEMPT).filter((file) => !naming.has(file))).toEqual([])
  })
})
