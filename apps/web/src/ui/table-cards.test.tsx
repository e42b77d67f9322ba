import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Table, Td, Th } from './Table.tsx'

const SOURCES = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const withCards = Object.entries(SOURCES)
  .filter(([file, source]) => source.includes('<Table cards') && !file.includes('.test.'))
  .map(([file, source]) => ({ file, source }))

it('finds tables that are cards on a phone', () => expect(withCards.length).toBeGreaterThan(5))

it.each(withCards)('names each value of the cards of $file', ({ source }) => {
  // A cell without content is not shown.
  const cells = [...source.matchAll(/<Td\b[^>]*?(?:=>[^>]*?)*>/g)]
    .map(([cell]) => cell)
    .filter((cell) => cell !== '<Td />')
  expect(cells.filter((cell) => !/\s(?:label|head)=/.test(cell))).toEqual([])
})

it('keeps the table a table, and hands the names of its columns to the cells', () => {
  render(
    <Table cards>
      <thead>
        <tr>
          <Th>Contract</Th>
          <Th>Qty</Th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <Td head="start">NIFTY 24500 CE</Td>
          <Td label="Qty">65</Td>
        </tr>
      </tbody>
    </Table>,
  )
  expect(screen.getByRole('table').classList.contains('table-cards')).toBe(true)
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Contract', 'Qty'])
  expect(screen.getByRole('cell', { name: '65' }).dataset['label']).toBe('Qty')
  expect(screen.getByRole('cell', { name: 'NIFTY 24500 CE' }).dataset['head']).toBe('start')
})
