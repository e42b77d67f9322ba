import { sql, type Kysely } from 'kysely'

/** A chat also asks whether to exit a trade, or all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table chat_questions drop constraint chat_questions_question_check`,
    sql`alter table chat_questions add column trade_id text references trades (id)`,
    sql`
      alter table chat_questions
        add constraint chat_questions_question_check check (question in ('stop', 'pause', 'pair', 'exit', 'exit_all')),
        add constraint chat_questions_trade_check check ((question = 'exit') = (trade_id is not null))`,
  ]
  for (const statement of statements) await statement.execute(db)
}
