import { timeStampAuthorities } from '../../public-log/time-stamp-authorities.ts'
import { readServiceHealth } from '../../service-state/service-health.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** How the processes of the service are doing, for operators. */
export function serviceHealthHandlers(parts: WebDependencies): Handlers<'operatorHealth'> {
  return {
    operatorHealth: () =>
      readServiceHealth({
        ...parts,
        dataDir: parts.config.dataDir,
        timeStampAuthorities: timeStampAuthorities(parts.config.recordAnchors),
        feed: () => parts.market.feed(),
        silence: () => parts.silence.read(),
      }),
  }
}
