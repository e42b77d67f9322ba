import { expect, it } from 'vitest'
import { marketName } from './market-source.ts'
import { defaultOptions } from './options.ts'

it('gives every market a name that distinguishes it from others', () => {
  const base = defaultOptions()
  const follow = 'http://127.0.0.1:1/kite'
  const others = [base, { ...base, seed: 'another' }, { ...base, replay: 'bars.csv' }, { ...base, follow }]
  expect(new Set(others.map(marketName)).size).toBe(others.length)
})
