import type * as z from 'zod'
import { Unreadable } from '../responses/classify-read.ts'
import { type KeyedRows, type Rows, parseKeyedRows, parseRows, reasonOf } from '../rows/parse.ts'

/** Takes the data of a success as a list of rows. */
export function rowsOf<S extends z.ZodType>(schema: S): (data: unknown) => Rows<z.output<S>> | Unreadable {
  return (data) => parseRows(schema, data) ?? new Unreadable('data is not a list')
}

/** Takes the data of a success as an object of rows. */
export function keyedRowsOf<S extends z.ZodType>(schema: S): (data: unknown) => KeyedRows<z.output<S>> | Unreadable {
  return (data) => parseKeyedRows(schema, data) ?? new Unreadable('data is not an object')
}

/** Takes the data of a success as one row. */
export function oneOf<S extends z.ZodType>(schema: S): (data: unknown) => z.output<S> | Unreadable {
  return (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? parsed.data : new Unreadable(reasonOf(parsed.error))
  }
}
