/** The typed columns of a table, by name. */
export type Columns = Readonly<Record<string, Int32Array | Float64Array>>

/** Copies of an object's typed columns. */
export function copyColumns(table: object): Columns {
  const columns: Record<string, Int32Array | Float64Array> = {}
  for (const [name, column] of Object.entries(table))
    if (column instanceof Int32Array || column instanceof Float64Array) columns[name] = column.slice()
  return columns
}

/** Writes kept columns into those of a table. Throws RangeError when one is missing or has another length. */
export function restoreColumns(table: object, columns: Columns): void {
  for (const [name, column] of Object.entries(table)) {
    if (!(column instanceof Int32Array || column instanceof Float64Array)) continue
    const saved = columns[name]
    if (saved?.length !== column.length) throw new RangeError(`the kept day has no column ${name} of this list`)
    column.set(saved)
  }
}
