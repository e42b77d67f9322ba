import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf } from './lines.ts'

async function* inPieces(pieces: readonly string[]) {
  yield* pieces
}

it('splits at line feeds alone, however the text is cut', async () => {
  const piece = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028'), maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const expected = pieces.join('').split('\n')
      if (expected.at(-1) === '') expected.pop()
      expect(await Array.fromAsync(linesOf(inPieces(pieces)))).toEqual(expected)
    }),
  )
})
