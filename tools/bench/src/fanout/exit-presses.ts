import { readFileSync } from 'node:fs'
import type { ClockPort } from '@strikewise/execution/ports.ts'
import { AccountChangeListener } from '../../../../apps/server/src/execution/account-change-listener.ts'
import { Secret } from '../../../../apps/server/src/secret.ts'
import { openStore } from '../../../../apps/server/src/store/open-store.ts'
import { exitTrade } from '../../../../apps/server/src/trades/instructions.ts'
import type { Core } from './core.ts'

const report = { warn: (what: unknown) => console.error(what) }

/** The server's way of an exit: the web role commits it, and PostgreSQL notifies the executor of its account. */
export interface ExitPresses {
  /** Commits the exit of the open trade of a user, as the route does. */
  press(userId: string): Promise<void>
  close(): Promise<void>
}

/** Connects as the web role and the trader role do, to the PostgreSQL whose address stands in `addressFile`. */
export async function openExitPresses(
  addressFile: string,
  { executor }: Pick<Core, 'executor'>,
  clock: ClockPort,
): Promise<ExitPresses> {
  const store = openStore(new Secret(readFileSync(addressFile, 'utf8')), report)
  const listener = new AccountChangeListener(store.pool, report.warn)
  const { promise: isListening, resolve } = Promise.withResolvers<void>()
  listener.start({
    accountChanged: (account) => executor.accountChanged(account),
    allAccountsChanged() {
      // The first of these comes with the connection.
      executor.allAccountsChanged()
      resolve()
    },
  })
  await isListening
  return {
    async press(userId) {
      await store.db.transaction().execute(async (tx) => {
        const { id } = await tx
          .selectFrom('trades')
          .select('id')
          .where('account_id', '=', userId)
          .where('state', '=', 'open')
          .executeTakeFirstOrThrow()
        await exitTrade(tx, { userId, by: userId, channel: 'web' }, id, clock.now())
      })
    },
    async close() {
      await listener.close()
      await store.close()
    },
  }
}
