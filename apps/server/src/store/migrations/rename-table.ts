import { sql, type Kysely } from 'kysely'

/** Renames a table, and what PostgreSQL or the baseline named after it. */
export async function renameTable(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  await sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(db)
  await renameParts(from, to).execute(db)
}

/** Renames what PostgreSQL or the baseline named after the table: constraints with their indexes, indexes, triggers, sequences. */
function renameParts(from: string, to: string) {
  return sql`
    do $$
    declare
      part record;
      old_name constant text := ${sql.lit(from)};
      new_name constant text := ${sql.lit(to)};
    begin
      for part in
        select format('alter table %I rename constraint %I to %I', new_name, conname, new_name || substr(conname, length(old_name) + 1)) as statement
        from pg_constraint where conrelid = new_name::regclass and starts_with(conname, old_name)
        union all
        select format('alter index %I rename to %I', i.relname, new_name || substr(i.relname, length(old_name) + 1))
        from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = new_name::regclass and starts_with(i.relname, old_name)
          and not exists (select from pg_constraint c where c.conindid = i.oid)
        union all
        select format('alter trigger %I on %I rename to %I', tgname, new_name, new_name || substr(tgname, length(old_name) + 1))
        from pg_trigger where tgrelid = new_name::regclass and not tgisinternal and starts_with(tgname, old_name)
        union all
        select format('alter sequence %I rename to %I', s.relname, new_name || substr(s.relname, length(old_name) + 1))
        from pg_class s where s.relkind = 'S' and starts_with(s.relname, old_name)
      loop
        execute part.statement;
      end loop;
    end $$`
}
