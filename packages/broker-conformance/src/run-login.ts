import { describe, it } from 'vitest'
import { LINK_CASES } from './link-cases.ts'
import type { LoginBench } from './login-bench.ts'
import { LOGIN_CASES } from './login-cases.ts'

const CASE_MS = 60_000

/** Runs the cases of a broker's login, each on a bench of its own. */
export function runLogin(subject: string, open: () => Promise<LoginBench>): void {
  describe(`the login of ${subject}`, () => {
    for (const one of [...LOGIN_CASES, ...LINK_CASES])
      it(one.name, { timeout: CASE_MS }, async () => {
        const bench = await open()
        try {
          await one.run(bench)
        } finally {
          await bench.close()
        }
      })
  })
}
