import type { Control } from '../controls/control.ts'
import type { RecordedPath } from './recorded-path.ts'

/** What is known of the recorded days that are played; no day where none are. */
export function recordingControls(path: RecordedPath | undefined): Control[] {
  return [
    {
      method: 'GET',
      path: '/recording',
      text: 'The recorded days that are played, what in them is damaged, and how many frames were not recorded so far.',
      answer: () => ({
        day: path?.day ?? null,
        days: (path?.recordings ?? []).map(({ opening: { day, source }, bytes }) => ({ day, source, bytes })),
        damages: path?.defects.damages ?? [],
        missing_frames: path?.defects.missingFrames ?? 0,
      }),
    },
  ]
}
