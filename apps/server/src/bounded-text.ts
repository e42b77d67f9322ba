/** The body of an answer as text. Throws when it is longer than `maxBytes`: the sender decides how long it is. */
export async function boundedText(body: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  return (await boundedBytes(body, maxBytes)).toString('utf8')
}

/** The bytes of a body. Throws when they are more than `maxBytes`. */
export async function boundedBytes(body: AsyncIterable<unknown>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
