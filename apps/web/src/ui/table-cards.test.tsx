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

it('lets the text of a cell go on in another line only where it may', () => {
  render(
    <Table>
      <tbody>
        <tr>
          <Th wrap>Long head</Th>
          <Td wrap>Long text</Td>
          <Td>NIFTY 24500 CE</Td>
        </tr>
      </tbody>
    </Table>,
  )
  // Beside each other the two would leave the choice to the order of the style sheet.
  const classOf = (text: string) => screen.getByText(text).className.match(/whitespace-\w+/g)
  expect(['Long head', 'Long text', 'NIFTY 24500 CE'].map(classOf)).toEqual([
    ['whitespace-normal'],
    ['whitespace-normal'],
    ['whitespace-nowrap'],
  ])
})

it('finds no cell whose class asks for lines that its own classes refuse', () => {
  const refused = Object.entries(SOURCES)
    .filter(([, source]) => /<T[hd]\b[^>]*className="[^"]*whitespace-normal/.test(source))
    .map(([file]) => file)
  expect(refused).toEqual([])
})
