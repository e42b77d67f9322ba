import type { Kysely } from 'kysely'
import { createProfile } from '../accounts/profiles.ts'
import { notifyAccountChange } from '../alerts/account-change-notices.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { canSendMail } from '../http/mail-rate-limit.ts'
import type { PublicAddress } from '../http/public-address.ts'
import { openIdentity, type Identity, type IdentityOptions } from '../identity/identity.ts'
import { identitySecret, librarySecrets } from '../identity/identity-secrets.ts'
import { watchProvider, type ProviderWatch } from '../identity/provider-watch.ts'
import { SignInLimits } from '../identity/sign-in-limits.ts'
import type { Logger } from '../logging/logger.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { MasterKey } from '../secrets/master-key.ts'
import type { Database } from '../store/database.ts'
import type { Store } from '../store/open-store.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'

interface SignInRole {
  readonly config: Config
  readonly clock: ScaledClock
  readonly store: Store
  readonly bus: Bus
  readonly logger: Logger
}

/** Sign-in of the web role. */
export interface SignIn {
  /** The library's current instance: it is rebuilt when external sign-in comes back. */
  readonly identity: () => Identity
  /** The same over the connections that nothing else uses. */
  readonly urgentIdentity: () => Identity
  readonly provider: ProviderWatch
  readonly limits: SignInLimits
  readonly secret: Buffer
}

/** Opens the identity library with what it does to accounts, mails and notices, and follows the external provider. */
export async function openSignIn(
  { config, clock, store, bus, logger }: SignInRole,
  address: PublicAddress,
  urgentDb: Kysely<Database>,
): Promise<SignIn> {
  const { db } = store
  const master = MasterKey.open(config)
  const secret = identitySecret(master)
  const limits = new SignInLimits(db, secret)
  const optionsOf = (withProvider: boolean): Omit<IdentityOptions, 'db'> => ({
    config,
    secrets: librarySecrets(master),
    publicUrl: address.url,
    aliases: address.aliases,
    withProvider,
    logger,
    // No consents: the account asks for the terms before anything else works.
    onUser: (user) => createProfile(db, user.id, clock.now()),
    onProved: async (userId) => {
      await db.updateTable('identity_users').set({ emailVerified: true }).where('id', '=', userId).execute()
      await limits.clear(userId)
    },
    onChange: async (userId, change) => {
      await db.transaction().execute((tx) => notifyAccountChange(tx, userId, change, clock.now()))
      bus.publish('outbox', null)
    },
    sendMail: async (mail) => {
      if (!(await canSendMail(db, mail.recipient))) return
      await enqueueMail(db, mail)
      bus.publish('outbox', null)
    },
  })
  const open = (withProvider: boolean) => {
    const options = optionsOf(withProvider)
    return { identity: openIdentity({ ...options, db }), urgent: openIdentity({ ...options, db: urgentDb }) }
  }
  let current = open(false)
  const provider = await watchProvider(config.oidc?.discoveryUrl, logger, () => {
    current = open(true)
  })
  return { identity: () => current.identity, urgentIdentity: () => current.urgent, provider, limits, secret }
}
