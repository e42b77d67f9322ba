import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { PairedBooks } from './paired-books.ts'

const ms = (at: number) => at as EpochMs
const read = (at: number) => ({ readAt: ms(at), value: [] })

/** The start of the paired readings of positions and trade book. */
const pairOf = ({ newest }: PairedBooks) => newest && [newest.positions.readAt, newest.trades.readAt]

it('pairs positions with the trade book read after them, and keeps both while newer positions have none', () => {
  const books = new PairedBooks()
  books.addPositions(read(1), ms(0))
  expect(pairOf(books)).toBeUndefined()
  books.addTrades(read(2))
  books.addPositions(read(3), ms(2))
  expect(pairOf(books)).toEqual([1, 2])
  books.addTrades(read(4))
  expect(pairOf(books)).toEqual([3, 4])
})

it('pairs a trade book that comes after newer positions with those read before it was asked for', () => {
  const books = new PairedBooks()
  books.addPositions(read(1), ms(0))
  books.addPositions(read(2), ms(0))
  // The trade book is asked for at 3.
  books.addPositions(read(4), ms(3))
  books.addPositions(read(5), ms(3))
  books.addTrades(read(3))
  expect(pairOf(books)).toEqual([2, 3])
})

it('pairs positions that come after the trade book asked for later than they were', () => {
  const books = new PairedBooks()
  books.addTrades(read(2))
  books.addPositions(read(1), ms(2))
  expect(pairOf(books)).toEqual([1, 2])
})

it('pairs no positions with a trade book read before them', () => {
  const books = new PairedBooks()
  books.addTrades(read(1))
  books.addPositions(read(2), ms(1))
  expect(pairOf(books)).toBeUndefined()
})

it('has no pair after it forgets', () => {
  const books = new PairedBooks()
  books.addPositions(read(1), ms(0))
  books.addTrades(read(2))
  books.forget()
  expect(pairOf(books)).toBeUndefined()
  books.addTrades(read(3))
  expect(pairOf(books)).toBeUndefined()
})
