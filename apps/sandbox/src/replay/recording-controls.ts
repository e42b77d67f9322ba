import type { Control } from '../controls/control.ts'
import type { RecordedPath } from './recorded-path.ts'

/** What is known of the recorded days that are played; nothing where none are. */
export function recordingControls(path: RecordedPath | undefined): Control[] {
  if (path === undefined) return []
  return [
    {
      method: 'GET',
      path: '/recording',
      text: 'The recorded days that are played, what in them is damaged, and how many frames were not recorded so far.',
      answer: () => ({
        days: path.recordings.map(({ opening, bytes }) => ({ day: opening.day, source: opening.source, bytes })),
        damages: path.troubles.damages,
        missing_frames: path.troubles.missingFrames,
      }),
    },
  ]
}
