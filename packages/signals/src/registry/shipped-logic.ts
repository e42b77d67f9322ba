/**
 * The logic that this release decides by, as it is registered: written by `node scripts/tasks/registered-logic.ts`, and
 * compared by a test. `code`: SHA-256 of the syntax trees of what decides; `config`: `configHash` of version, parameters
 * and weights as written, which every decision holds.
 */
export const SHIPPED_LOGIC = {
  version: '1.2.0',
  code: '9f6a892fc3ba3a979423bb48f2e31ba1546dfa9a1f4dcdf42b6c23eccb7a585f',
  config: '097b4a110aa5c7ff43bdd540b070358aacda647bb50b599432716140d1c5b920',
} as const
