import { expect, it } from 'vitest'
import { gstIncludedIn } from './gst.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

it.each([
  [118_00, 100_00, 18_00],
  [2_000_00, 1_694_92, 305_08],
  [4_000_00, 3_389_83, 610_17],
  [7_000_00, 5_932_20, 1_067_80],
  [0, 0, 0],
  [1, 1, 0],
])('%d paise with the tax inside are %d and %d', (amount, taxable, gst) =>
  expect(gstIncludedIn(amount as Paise)).toEqual({ taxable, gst }),
)
