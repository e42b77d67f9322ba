import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../store/database.ts'
import { isLoginOver } from './login-life.ts'
import { paperAccountId } from './paper-exchange.ts'

export type LinkRow = Selectable<Database['broker_links']>

/**
 * A broker link as its owner may see it: whether secrets are set, never what they are. `mode`: of the link to come.
 * `hasOpenTrade`: something still has to be exited through it.
 */
export function brokerLinkStateOf(
  link: LinkRow | undefined,
  mode: LinkMode,
  now: EpochMs,
  hasOpenTrade: boolean,
): BrokerLinkState {
  const loginAt = link?.login_at == null ? null : (link.login_at.getTime() as EpochMs)
  const connected = link?.connected ?? false
  return {
    connected,
    last_updated: loginAt === null ? null : istIso(loginAt),
    api_key_set: link?.api_key != null,
    api_key_last4: link?.api_key_last4 ?? null,
    api_secret_set: link?.api_secret != null,
    broker_user_id: link?.broker_user_id ?? null,
    mode,
    opened_for_user: link !== undefined && link.broker_user_id === paperAccountId(link.user_id),
    token_stale: connected && (loginAt === null || isLoginOver(loginAt, now)),
    token_expires_at: link?.token_expires_at == null ? null : istIso(link.token_expires_at.getTime() as EpochMs),
    exits_only: !connected && hasOpenTrade && link !== undefined && link.exit_token !== null,
  }
}
