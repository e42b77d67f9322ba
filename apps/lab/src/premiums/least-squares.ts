/** Coefficients of the least squares of `values` on `rows`, whose columns must not depend on each other. */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const width = rows[0]!.length
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => row[i]!))
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  const system = columns.map((column) => [...columns.map((other) => product(column, other)), product(column, values)])
  for (let i = 0; i < width; i += 1)
    for (let j = i + 1; j < width; j += 1) {
      const factor = system[j]![i]! / system[i]![i]!
      for (let k = i; k <= width; k += 1) system[j]![k]! -= factor * system[i]![k]!
    }
  const found = Array.from({ length: width }, () => 0)
  for (let i = width - 1; i >= 0; i -= 1) {
    let rest = system[i]![width]!
    for (let j = i + 1; j < width; j += 1) rest -= system[i]![j]! * found[j]!
    found[i] = rest / system[i]![i]!
  }
  return found
}
