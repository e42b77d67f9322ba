import { expect, it } from 'vitest'
import { contractsTyped } from './contracts-typed.ts'

const VALUES = { NIFTY: 24_541.35, BANKNIFTY: 54_503.75 }
const names = (typed: string, values: Parameters<typeof contractsTyped>[1] = VALUES) =>
  contractsTyped(typed, values).map(({ symbol, strike, side }) => `${symbol} ${strike} ${side}`)

it.each([
  ['24500 CE', ['NIFTY 24500 CE']],
  ['24500ce', ['NIFTY 24500 CE']],
  [' 24,500  put ', ['NIFTY 24500 PE']],
  ['24500', ['NIFTY 24500 CE', 'NIFTY 24500 PE']],
  ['54500 pe', ['BANKNIFTY 54500 PE']],
  ['bank nifty 54500 call', ['BANKNIFTY 54500 CE']],
  ['nifty 50 26000 ce', ['NIFTY 26000 CE']],
  // The exchange lists no such strike.
  ['24525 ce', []],
  ['54550 ce', []],
  // Near no index.
  ['40000 ce', []],
  ['reports', []],
  ['', []],
])('%s names %j', (typed, named) => {
  expect(names(typed)).toEqual(named)
})

it('names nothing by the strike alone while the indices are not known', () => {
  expect(names('24500 ce', { NIFTY: undefined, BANKNIFTY: undefined })).toEqual([])
  expect(names('nifty 24500 ce', { NIFTY: undefined, BANKNIFTY: undefined })).toEqual(['NIFTY 24500 CE'])
})
