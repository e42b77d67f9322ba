// @invariant registered-logic
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { withLatencyAllowance } from '@strikewise/signals/agents/latency-allowance.ts'
import { withWeights, type NamedWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { SHIPPED_LOGIC } from '@strikewise/signals/registry/shipped-logic.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'

export type LogicRow = Selectable<Database['registered_logic']>

/** What the logic of a release is disclosed as until an operator registers another text. */
const SHIPPED_DISCLOSURE =
  'Weighted vote of the published agents on index bars, option chain and FII/DII flows, with vetoes; option bought at a limit, stop-loss at the exchange.'

/** The logic of one day: weights of the champion under this code, at the speed of the market's clock. */
export interface DecidingLogic {
  readonly champion: NamedWeights | undefined
  readonly speed: number
  readonly now: EpochMs
}

/**
 * Keeps the register as a market day opens. The logic as shipped is registered with its release: a test of the repository
 * fails when the code changes without it. So is any logic on a sandbox, which has no exchange, and, on the first day that a
 * register is kept, learned weights that decide already. Other learned weights get an open registration, and the operators
 * a mail: until one of them has completed it, no live entry is made.
 */
export async function registerLogicOfDay(
  db: Kysely<Database>,
  { champion, speed, now }: DecidingLogic,
  config: Pick<Config, 'liveAlgoId' | 'operatorEmails'> & { readonly sandbox: unknown },
): Promise<void> {
  const config_hash = configHash(withWeights(withLatencyAllowance(SIGNAL_PARAMS, speed), champion))
  const known = await db.selectFrom('registered_logic').select(['config_hash', 'identifier']).execute()
  const identifier = config.liveAlgoId ?? (config.sandbox === undefined ? 'not-issued' : 'sandbox')
  const row = known.find((one) => one.config_hash === config_hash)
  if (row !== undefined) return followService(db, row, identifier)
  const isRegistered = champion === undefined || config.sandbox !== undefined || known.length === 0
  // The night that made the weights named them by its day.
  if (!isRegistered)
    return openRegistration(db, { config_hash, version: champion.version as IstDate, now }, config.operatorEmails)
  await db
    .insertInto('registered_logic')
    .values({
      config_hash,
      code_hash: SHIPPED_LOGIC.code,
      weights_version: (champion?.version as IstDate | undefined) ?? null,
      identifier,
      disclosure: SHIPPED_DISCLOSURE,
      opened_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A logic that the service registered by itself has the service's identifier, also once that is issued or replaced. */
async function followService(
  db: Kysely<Database>,
  { config_hash, identifier: known }: Pick<LogicRow, 'config_hash' | 'identifier'>,
  identifier: string,
): Promise<void> {
  if (known === null || known === identifier) return
  await db
    .updateTable('registered_logic')
    .set({ identifier })
    .where('config_hash', '=', config_hash)
    .where('registered_by', 'is', null)
    .execute()
}

/** Opens the registration of learned weights and notifies the operators, once; one that is known stays as it is. */
export async function openRegistration(
  db: Kysely<Database>,
  logic: { readonly config_hash: string; readonly version: IstDate; readonly now: EpochMs },
  operators: readonly string[],
): Promise<void> {
  const { config_hash, version, now } = logic
  const opened = await db
    .insertInto('registered_logic')
    .values({
      config_hash,
      code_hash: SHIPPED_LOGIC.code,
      weights_version: version,
      opened_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('config_hash')
    .executeTakeFirst()
  if (opened === undefined) return
  const { text } = rendererOf('en')
  for (const recipient of operators)
    await enqueueMail(db, {
      recipient,
      subject: text({ code: 'mail.operator.logic_subject' }),
      body: `${text({ code: 'operator.logic_open', version, hash: config_hash })}\n`,
    })
}

/** What an operator registers of a logic: as the exchange knows it, as it is disclosed, and on which days it may trade. */
export interface RegistrationTerms {
  readonly config_hash: string
  readonly identifier: string
  readonly disclosure: string
  readonly from: IstDate
  /** Null: until another decision. */
  readonly to: IstDate | null
}

/** Registers a logic that is known, or changes its terms. Throws a DomainError `not_found`. */
export async function registerLogic(db: Kysely<Database>, terms: RegistrationTerms, by: string): Promise<LogicRow> {
  const { config_hash, identifier, disclosure, from, to } = terms
  const row = await db
    .updateTable('registered_logic')
    .set({ identifier, disclosure, from_day: from, to_day: to, registered_by: by })
    .where('config_hash', '=', config_hash)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.logic' })
  return row
}

/** Every logic of the register, the newest first. */
export async function registeredLogics(db: Kysely<Database>): Promise<LogicRow[]> {
  return db
    .selectFrom('registered_logic')
    .selectAll()
    .orderBy('opened_at', 'desc')
    .orderBy('config_hash')
    .limit(50)
    .execute()
}
