import { storableText } from '@strikewise/domain/text/storable-text.ts'
import type * as z from 'zod'

/** A row that could not be represented. What is readable of it shows whether it could have been one of ours. */
export interface DroppedRow {
  readonly index: number
  /** The field and what is wrong with it. */
  readonly reason: string
  readonly orderId: string | null
  readonly tag: string | null
  readonly exchange: string | null
}

/**
 * Rows of a list, and those left out. A book with dropped rows proves no order absent: look at `dropped` before
 * concluding from what is missing.
 */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly dropped: readonly DroppedRow[]
}

/** A keyed answer (`NFO:SYMBOL` → row). Symbols the broker does not know are simply missing. */
export interface KeyedRows<T> {
  readonly rows: ReadonlyMap<string, T>
  readonly dropped: readonly (DroppedRow & { readonly key: string })[]
}

/** Each row on its own: a bad one is dropped and named, the others stay. Undefined when `data` is not a list. */
export function parseRows<S extends z.ZodType>(schema: S, data: unknown): Rows<z.output<S>> | undefined {
  if (!Array.isArray(data)) return undefined
  const rows: z.output<S>[] = []
  const dropped: DroppedRow[] = []
  data.forEach((row: unknown, index) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) rows.push(parsed.data)
    else dropped.push(droppedRow(row, index, parsed.error))
  })
  return { rows, dropped }
}

/** As `parseRows`, for an object of rows. Undefined when `data` is not an object. */
export function parseKeyedRows<S extends z.ZodType>(schema: S, data: unknown): KeyedRows<z.output<S>> | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const rows = new Map<string, z.output<S>>()
  const dropped: KeyedRows<z.output<S>>['dropped'][number][] = []
  Object.entries(data).forEach(([key, row]: [string, unknown], index) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) rows.set(key, parsed.data)
    else dropped.push({ ...droppedRow(row, index, parsed.error), key })
  })
  return { rows, dropped }
}

/** The first problem as `field: what is wrong`. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? storableText(`${issue.path.join('.') || 'row'}: ${issue.message}`) : 'row: unreadable'
}

function droppedRow(row: unknown, index: number, error: z.ZodError): DroppedRow {
  return {
    index,
    reason: reasonOf(error),
    orderId: textField(row, 'order_id'),
    tag: textField(row, 'tag'),
    exchange: textField(row, 'exchange'),
  }
}

function textField(row: unknown, name: string): string | null {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
  return typeof value === 'string' ? storableText(value) : null
}
