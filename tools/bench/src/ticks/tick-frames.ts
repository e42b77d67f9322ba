import { benchPath, recordFrames } from '../market/bench-session.ts'

const INSTRUMENTS = 400
const STEPS = 25
const STEP_MS = 500

/** What one pass of the ticks bench reads: frames of 200 full packets each, options only, over some seconds of market. */
export interface TickFrames {
  readonly tokens: readonly number[]
  readonly frames: readonly Uint8Array[]
  readonly ticks: number
}

/** The same frames in every process. Each has memory of its own: the official parser reads whole array buffers. */
export function tickFrames(): TickFrames {
  const tokens = benchPath()
    .instruments.options.slice(0, INSTRUMENTS)
    .map((option) => option.token)
  const halves = [tokens.slice(0, INSTRUMENTS / 2), tokens.slice(INSTRUMENTS / 2)]
  const [first, second] = halves.map((half) => recordFrames(benchPath(), half, STEPS * STEP_MS))
  const frames = first!.flatMap((frame, step) => [frame, second![step]!]).map(({ bytes }) => new Uint8Array(bytes))
  return { tokens, frames, ticks: STEPS * INSTRUMENTS }
}
