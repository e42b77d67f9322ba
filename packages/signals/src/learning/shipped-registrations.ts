import type { Registration } from './registered-trial.ts'
import exitRules from './shipped-registrations.json' with { type: 'json' }

/** Candidates that came with a release: each waits for its sessions on the operator's page. */
// The file holds what `npm run trial -- register` wrote; a test reads each candidate of it again.
export const SHIPPED_REGISTRATIONS = exitRules as unknown as readonly Registration[]
