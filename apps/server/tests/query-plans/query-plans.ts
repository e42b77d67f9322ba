import { EventEmitter } from 'node:events'
import pg from 'pg'

const ROWS = 1_000_000

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

export interface WholeScan {
  readonly table: string
  /** The statement, on one line. */
  readonly statement: string
  readonly filter: string | undefined
}

/**
 * Notes the plan of every statement that runs in one database, with sequential scans avoided where an index will do: what
 * still reads a whole table then has no index to go by. PostgreSQL sends the plans itself (its module `auto_explain`).
 */
export class QueryPlans {
  /** Indexes of the few rows of a table that wait for something: they may be read from end to end. */
  readonly #partial = new Set<string>()
  readonly #plans = new Map<string, PlanNode>()

  /** Begins with the connections that are opened from now on; those of `pool` are replaced. */
  static async begin(pool: pg.Pool): Promise<QueryPlans> {
    const plans = new QueryPlans()
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    for (const [setting, value] of Object.entries({
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_format': 'json',
      'auto_explain.log_nested_statements': 'on',
      client_min_messages: 'log',
      enable_seqscan: 'off',
      // Joins that read both sides whole, and one side again from memory.
      enable_material: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
    }))
      await pool.query(`alter database ${rows[0]!.name} set ${setting} = '${value}'`)
    // As if every table held a million rows: the planner then prefers the index that serves the condition best.
    await pool.query(`
      update pg_class set relpages = 1, reltuples = ${ROWS}
      where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`)
    const partial = await pool.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    )
    for (const { name } of partial.rows) plans.#partial.add(name)
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    pool.once('release', (_, client) => client.end())
    plans.#listen()
    return plans
  }

  /** Ends the listening. */
  end(): void {
    Reflect.deleteProperty(pg.Client.prototype, 'emit')
  }

  get statements(): number {
    return this.#plans.size
  }

  /** Where a table is read from end to end: no index serves the condition, and no limit ends the reading. */
  wholeScans(): WholeScan[] {
    return [...this.#plans].flatMap(([statement, plan]) =>
      this.#scansOf(plan, false).map(({ 'Relation Name': table, Filter: filter }) => ({
        table: table!,
        statement,
        filter,
      })),
    )
  }

  /** Pools make their own clients, the server's too: what all of them emit is read here on its way. */
  #listen(): void {
    const note = (message: string | undefined) => this.#note(message)
    Object.defineProperty(pg.Client.prototype, 'emit', {
      configurable: true,
      value(this: pg.Client, event: string, ...args: unknown[]) {
        if (event === 'notice') note((args[0] as { message?: string }).message)
        return EventEmitter.prototype.emit.call(this, event, ...args)
      },
    })
  }

  #note(message = ''): void {
    const start = message.indexOf('{')
    if (!message.startsWith('duration:') || start === -1) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(start)) as {
      'Query Text': string
      Plan: PlanNode
    }
    this.#plans.set(text.replaceAll(/\s+/g, ' ').trim(), plan)
  }

  #scansOf(node: PlanNode, isLimited: boolean): PlanNode[] {
    const isScan = /^(?:Seq|Index|Index Only) Scan$/.test(node['Node Type'])
    const isPartial = this.#partial.has(node['Index Name'] ?? '')
    const isWhole =
      isScan && !isPartial && node['Index Cond'] === undefined && !(isLimited && node.Filter === undefined)
    const limits = isLimited || node['Node Type'] === 'Limit'
    const below = (node.Plans ?? []).flatMap((plan) => this.#scansOf(plan, limits))
    return isWhole ? [node, ...below] : below
  }
}
