import { createCipheriv, createHash } from 'node:crypto'

const BLOCK_BYTES = 16_384

/** Numbers in [0, 1) that `seed` decides, each call of the answer the next: the key stream of AES-128 in counter mode. */
export function seededNumbers(seed: string): () => number {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16))
  const zeros = Buffer.alloc(BLOCK_BYTES)
  let block = cipher.update(zeros)
  let at = 0
  return () => {
    if (at === BLOCK_BYTES) {
      block = cipher.update(zeros)
      at = 0
    }
    const value = block.readUInt32LE(at) / 0x1_0000_0000
    at += 4
    return value
  }
}
