import { sql, type Kysely } from 'kysely'

/**
 * Gives the fields of trades and fills the field's terms. Rows of the journal are covered by their hashes and stay as they
 * were written: `current_trade` shows the trade of one under the current names, so that it compares with its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table fills rename column by_hand to is_manual`,
    sql`
      create function current_trade(trade jsonb) returns jsonb
      language sql immutable parallel safe as $$
        select case
          when trade ? 'soldByHand' then
            trade - 'soldByHand' - 'frozen'
              || jsonb_build_object('manualExitQuantity', trade -> 'soldByHand', 'entrySettings', trade -> 'frozen')
          else trade
        end
      $$`,
    sql`update trades set body = current_trade(body) where body ? 'soldByHand'`,
    // Not there before version 18 of PostgreSQL.
    sql`
      do $$
      begin
        if exists (select from pg_constraint where conrelid = 'fills'::regclass and conname = 'fills_by_hand_not_null') then
          alter table fills rename constraint fills_by_hand_not_null to fills_is_manual_not_null;
        end if;
      end $$`,
  ]
  for (const statement of statements) await statement.execute(db)
}
