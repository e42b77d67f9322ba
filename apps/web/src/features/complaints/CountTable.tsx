import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** A column of counts. */
export interface CountColumn<Counts> {
  readonly name: string
  readonly of: (counts: Counts) => number | string
}

interface CountTableProps<Counts> {
  readonly label: string
  /** What a row is of: the head of the first column. */
  readonly rowsOf: string
  readonly columns: readonly CountColumn<Counts>[]
  readonly rows: readonly CountRow<Counts>[]
  readonly total: CountRow<Counts>
}

interface CountRow<Counts> {
  readonly name: string
  readonly counts: Counts
}

/** A table of SEBI's Annexure B: complaints counted by source or period, and their total as the last row. */
export function CountTable<Counts>({ label, rowsOf, columns, rows, total }: CountTableProps<Counts>) {
  return (
    <TableFrame label={label} className="rounded-lg border bg-surface">
      <Table cards>
        <thead>
          <tr>
            <Th>{rowsOf}</Th>
            {columns.map(({ name }) => (
              <Th key={name} align="end" wrap className="py-2">
                <span className="inline-block max-w-32">{name}</span>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows, total].map((row) => (
            <tr key={row.name} className={row === total ? 'font-semibold' : undefined}>
              <Td head="start" className={row === total ? undefined : 'font-medium'}>
                {row.name}
              </Td>
              {columns.map(({ name, of }) => (
                <Td key={name} align="end" label={name}>
                  {of(row.counts)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
