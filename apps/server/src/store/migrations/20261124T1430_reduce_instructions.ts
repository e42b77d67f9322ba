import { sql, type Kysely } from 'kysely'

/** Users may sell a part of a live trade: the units that they hold on to at most, and the intents that sell the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      alter table trade_instructions
        add column units integer check (units > 0),
        drop constraint trade_instructions_kind_check,
        drop constraint trade_instructions_check1,
        add constraint trade_instructions_kind_check check (kind in ('exit', 'reduce', 'stop', 'target')),
        add constraint trade_instructions_price_check check ((kind in ('stop', 'target')) = (price_paise is not null)),
        add constraint trade_instructions_units_of_kind check ((kind = 'reduce') = (units is not null))`,
    sql`
      alter table intents
        drop constraint intents_kind_check,
        add constraint intents_kind_check
          check (kind in ('enter', 'protect', 'move', 'reduce', 'exit', 'cancel', 'cover'))`,
  ]
  for (const statement of statements) await statement.execute(db)
}
