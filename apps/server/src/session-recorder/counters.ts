/** What the recorder of the market counts, without labels. `failing` is 1 while the disk takes nothing. */
export const RECORDER_COUNTERS = ['frames', 'rows', 'bytes', 'lost_frames', 'failed_batches', 'failing'] as const
