import { describe, expect, it } from 'vitest'
import { contractFindings } from './expand-contract.ts'

const EARLIER = ['20261127T1500_first']
const of = (text: string, name = '20261128T0900_next') => contractFindings({ name, text }, EARLIER)

describe('a migration beside the version before it', () => {
  it.each([
    'alter table trades drop column body',
    'alter table trades rename column body to record',
    'alter table trades rename to deals',
    'drop table trades',
    'alter table trades alter column body type text',
    'alter table trades alter column body set data type text',
    'alter table trades alter column body set not null',
    'alter table trades alter column body drop default',
    'alter table trades add column units integer not null',
    'alter table trades add column price numeric(10, 2) not null, add column units integer',
    'alter table trades add constraint one_a_day unique (account_id, on_day)',
    'create unique index one_a_day on trades (account_id)',
    'revoke select on trades from strikewise_user',
    'db.schema.alterTable("trades").dropColumn("body")',
    "renameTable(db, 'trades', 'deals')",
    'truncate trades',
  ])('is refused: %s', (statement) => {
    expect(of(`await sql\`${statement}\`.execute(db)`)).toHaveLength(1)
  })

  it.each([
    'create table comments (id bigint primary key, text text not null unique)',
    'create table comments (id bigint); create unique index by_id on comments (id)',
    'alter table trades add column units integer',
    "alter table trades add column sent jsonb not null default '{}' check (jsonb_typeof(sent) = 'object')",
    'create table comments (id bigint); revoke insert on comments from strikewise_user',
    'create index trades_by_day on trades (on_day)',
    "alter table questions drop constraint kinds, add constraint kinds check (kind in ('a', 'b'))",
  ])('goes on: %s', (statement) => {
    expect(of(`await sql\`${statement}\`.execute(db)`)).toEqual([])
  })

  it('is asked why, where it changes rows that are there', () => {
    const statement = "await sql`update trades set state = 'open'`.execute(db)"
    expect(of(statement)).toEqual([expect.stringContaining('changes rows of trades')])
    expect(of(`/** @backfill both versions read it so. */\n${statement}`)).toEqual([])
  })

  it('takes away what an earlier one replaced, by its name', () => {
    const statement = 'await sql`alter table trades drop column body`.execute(db)'
    const name = '20261128T0900_trade_body_contract'
    expect(of(`/** @contract-of 20261127T1500_first No version reads it. */ ${statement}`, name)).toEqual([])
    expect(of(statement, name)).toEqual([expect.stringContaining('names no earlier migration')])
    expect(of(`/** @contract-of 20261127T1600_other */ ${statement}`, name)).toEqual([
      expect.stringContaining('there is no earlier migration'),
    ])
  })
})
