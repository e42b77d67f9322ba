import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** Alerts that users define, and the directions of the agents as far as they have been read for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table custom_alerts (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        type text not null check (type in ('price', 'iv_percentile', 'agent_flip', 'loss_share')),
        symbol text check (symbol in ('NIFTY', 'BANKNIFTY')),
        side text check (side in ('above', 'below')),
        level bigint check (level > 0),
        agent text,
        flip_to text check (flip_to in ('bullish', 'bearish')),
        repeat text not null check (repeat in ('each_time', 'daily')),
        paused boolean not null default false,
        is_armed boolean,
        fired_count integer not null default 0,
        last_fired_at bigint,
        changed_at timestamptz not null default now(),
        check ((type = 'loss_share') = (symbol is null)),
        check (case when type = 'agent_flip'
          then agent is not null and side is null and level is null
          else agent is null and flip_to is null and side is not null and level is not null end)
      )`,
    sql`create index custom_alerts_by_user on custom_alerts (user_id, id)`,
    sql`create index custom_alerts_changed on custom_alerts (changed_at)`,
    sql`create index custom_alerts_flips on custom_alerts (symbol, agent) where type = 'agent_flip' and not paused`,
    sql`create index custom_alerts_losses on custom_alerts (user_id) where type = 'loss_share' and not paused`,
    sql`alter table custom_alerts enable row level security`,
    sql`create policy own_rows on custom_alerts to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, update (paused, is_armed, changed_at), delete on custom_alerts to ${sql.id(USER_ROLE)}`,
    sql`
      create table agent_directions (
        delay_s integer not null,
        symbol text not null,
        agent text not null,
        direction text not null check (direction in ('bullish', 'bearish')),
        primary key (delay_s, symbol, agent)
      )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
