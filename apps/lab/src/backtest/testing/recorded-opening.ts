import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import { ENTRY_KINDS, newRecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import { framedBlock, SEGMENT_MAGIC } from '@strikewise/signals/session-recording/segment.ts'

/** A folder in `recordings` with the beginning of a recorded day: its opening, and no quotes. */
export function recordedOpening(recordings: string, day: string, folder = day): string {
  const pipeline = { contracts: { near: [] }, warmUp: { index: [], future: [] }, startsAt: 0 }
  const batch = newRecordBatch(1, 0)
  batch.kinds[0] = ENTRY_KINDS.indexOf('opening')
  batch.at[0] = 0
  batch.entries = 1
  batch.notes.push(JSON.stringify({ day, tokens: [], pipelines: { NIFTY: pipeline, BANKNIFTY: pipeline } }))
  const target = path.join(recordings, folder)
  mkdirSync(target, { recursive: true })
  const block = framedBlock(0, new BlockEncoder().encode(batch))
  writeFileSync(path.join(target, '0001.swr'), Buffer.concat([SEGMENT_MAGIC, block]))
  return target
}
