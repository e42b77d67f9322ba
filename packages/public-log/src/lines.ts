/** Splits text that comes in pieces at its line feeds, and at nothing else. What follows the last one is a line unless it is empty. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
  return undefined
}
