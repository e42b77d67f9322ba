import { expect, it } from 'vitest'
import { errorsAllowed, studentQuantile } from './tolerance.ts'

/** Published tables of Student's t. */
it.each([
  [0.975, 3, 3.1824],
  [0.975, 12, 2.1788],
  [0.9995, 12, 4.3178],
  [0.975, 120, 1.9799],
  [0.9995, 120, 3.3735],
])('the quantile %f of %i degrees of freedom is %f', (p, df, quantile) =>
  expect(studentQuantile(p, df)).toBeCloseTo(quantile, 3),
)

it('allows more where more rows are checked, and less where more sessions show the error', () => {
  expect(errorsAllowed(40, 80)).toBeGreaterThan(errorsAllowed(40, 10))
  expect(errorsAllowed(400, 80)).toBeLessThan(errorsAllowed(40, 80))
  // A single row of endless sessions: the normal distribution's own 99 %.
  expect(errorsAllowed(1_000_000, 1)).toBeCloseTo(2.576, 2)
})
