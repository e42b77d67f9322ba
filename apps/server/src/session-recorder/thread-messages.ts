import type { RecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { CLOSE } from '../threads/close-thread.ts'
import type { DayWriterOptions } from './day-writer.ts'

/** What the recorder's thread is started with. */
export type RecorderData = Pick<DayWriterOptions, 'folder' | 'retentionDays'>

export type ToThread = typeof CLOSE | { readonly day: IstDate; readonly batch: RecordBatch }

/** The answer to each batch, which comes back to be filled again. */
export interface FromThread {
  /** 0: it was not written. */
  readonly bytes: number
  readonly error: string | undefined
  readonly batch: RecordBatch
}
