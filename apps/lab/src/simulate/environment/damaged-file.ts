const NEWLINE = 0x0a
/** A block of the disk, as far as a journal of a few lines has any. */
const ZEROS = 512

/** The bytes of a file; or the disk does not give them back. */
export type FileContent = Uint8Array | 'unreadable'

export interface Damage {
  readonly content: FileContent
  /** Lines, from 0, that cannot be read any more. */
  readonly lost: readonly number[]
}

/**
 * What a disk makes of a file of lines. Way 1: a byte of a line in the middle is another; 2: zeros stand where the last line
 * stood; 3: it is zeros from end to end; 4: it cannot be read; 5: a byte in the middle has become the end of a line.
 */
export function damage(bytes: Uint8Array, way: number): Damage {
  const content = Buffer.from(bytes)
  const ends = [...content.entries()].flatMap(([at, byte]) => (byte === NEWLINE ? [at] : []))
  const all = ends.map((_, line) => line)
  const middle = ends.length >> 1
  const begin = (line: number) => (line === 0 ? 0 : ends[line - 1]! + 1)
  const inMiddle = (begin(middle) + ends[middle]!) >> 1
  switch (way) {
    case 2:
      return {
        content: Buffer.concat([content.subarray(0, begin(ends.length - 1)), Buffer.alloc(ZEROS)]),
        lost: all.slice(-1),
      }
    case 3:
      return { content: content.fill(0), lost: all }
    case 4:
      return { content: 'unreadable', lost: all }
    default:
      content[inMiddle] = way === 5 ? NEWLINE : content[inMiddle]! ^ 1
      return { content, lost: [middle] }
  }
}
