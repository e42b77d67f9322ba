import type pg from 'pg'

/**
 * What PostgreSQL's catalogues say about everything in the schema `public`, one query a kind of object. Names in place of
 * ids, so that two databases can be compared; an order of columns, in place of their numbers.
 */
const QUERIES: Readonly<Record<string, string>> = {
  schema: `
    select nspname, pg_get_userbyid(nspowner) as owner, obj_description(oid, 'pg_namespace') as comment,
           ${rights('nspacl', "'n', nspowner")} as rights
    from pg_namespace where nspname = 'public'`,
  relations: `
    select relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity, relreplident, reloptions, relispartition,
           pg_get_userbyid(relowner) as owner, (select amname from pg_am where oid = relam) as method,
           obj_description(oid, 'pg_class') as comment,
           case when relkind in ('r', 'v', 'm', 'S', 'p', 'f')
             then ${rights('relacl', `case when relkind = 'S' then 's'::"char" else 'r'::"char" end, relowner`)} end as rights
    from pg_class where relnamespace = 'public'::regnamespace`,
  columns: `
    select c.relname, row_number() over (partition by c.oid order by a.attnum) as place, a.attname,
           format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
           a.attcompression, a.attoptions, (select collname from pg_collation where oid = a.attcollation) as collation,
           pg_get_expr(d.adbin, d.adrelid) as default, col_description(c.oid, a.attnum) as comment,
           case when a.attacl is not null then ${rights('a.attacl', "'c', c.relowner")} end as rights
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'`,
  constraints: `
    select conrelid::regclass::text as relation, conname, contype, pg_get_constraintdef(oid) as definition, condeferrable,
           condeferred, convalidated, connoinherit, obj_description(oid, 'pg_constraint') as comment
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisunique, indisprimary,
           indisvalid, indisclustered, indisreplident, indnullsnotdistinct
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  triggers: `
    select tgname, pg_get_triggerdef(pg_trigger.oid) as definition, tgenabled,
           obj_description(pg_trigger.oid, 'pg_trigger') as comment
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`,
  functions: `
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition, pg_get_userbyid(proowner) as owner,
           obj_description(oid, 'pg_proc') as comment, ${rights('proacl', "'f', proowner")} as rights
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  policies: `select tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies
    where schemaname = 'public'`,
  sequences: `
    select s.seqrelid::regclass::text as name, format_type(seqtypid, null) as type, seqstart, seqincrement, seqmax, seqmin,
           seqcache, seqcycle, d.refobjid::regclass::text as owner, d.refobjsubid as place
    from pg_sequence s left join pg_depend d on d.objid = s.seqrelid and d.deptype in ('a', 'i')
    join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
  // Rows of a table and of an array of rows aside, a type of our own would be found here.
  types: `
    select typname, typtype, typcategory, format_type(typbasetype, typtypmod) as base
    from pg_type where typnamespace = 'public'::regnamespace and typtype not in ('c') and typcategory <> 'A'`,
  views: `select viewname, definition from pg_views where schemaname = 'public'`,
  rules: `select tablename, rulename, definition from pg_rules where schemaname = 'public'`,
  statistics: `select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext
    where stxnamespace = 'public'::regnamespace`,
  extensions: `select extname, extversion from pg_extension`,
  schemas: `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  defaultRights: `select pg_get_userbyid(defaclrole) as owner, defaclobjtype, defaclacl::text from pg_default_acl`,
  publications: `select pubname, puballtables from pg_publication`,
  eventTriggers: `select evtname, evtevent from pg_event_trigger`,
  standardColumns: `
    select table_name, ordinal_position, column_name, data_type, is_nullable, column_default, is_identity, is_updatable
    from information_schema.columns where table_schema = 'public'`,
  standardGrants: `
    select grantee, table_name, privilege_type, is_grantable from information_schema.table_privileges
    where table_schema = 'public'`,
}

/** Rights as they are in effect, in one order: none granted yet, and the owner's alone, are the same. */
function rights(acl: string, byDefault: string): string {
  return `(
    select array_agg(format('%s %s%s', coalesce(nullif(grantee, 0)::regrole::text, 'public'), privilege_type,
                            case when is_grantable then ' *' else '' end) order by 1)
    from (
      select grantee, privilege_type, is_grantable
      from aclexplode(coalesce(${acl}, acldefault(${byDefault})))
      order by grantee::regrole::text, privilege_type
    ) as granted
  )`
}

/** Tables in which the migrator keeps its own names: not part of the schema. */
const MIGRATOR = /kysely_migration/

/** The catalogue of the database behind `pool`: by kind of object, its rows as JSON in a fixed order. */
export async function catalogueOf(pool: Pick<pg.ClientBase, 'query'>): Promise<Record<string, string[]>> {
  const catalogue: Record<string, string[]> = {}
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(found)::text as row from (${query}) found`)
    catalogue[kind] = rows
      .map(({ row }) => row)
      .filter((row) => !MIGRATOR.test(row))
      .toSorted()
  }
  return catalogue
}
