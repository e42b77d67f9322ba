import type { AgentName } from '@strikewise/domain/agents/signal.ts'
import type { CalibrationSample, DayResult } from '../day/day-result.ts'

/** Signals reference §5.1: fitted on the last 60 sessions, on at least 300 labels, else one half. */
const FIT_SESSIONS = 60
const LEAST_LABELS = 300
const STEP_SESSIONS = 20
const BINS = 10
const NEWTON_STEPS = 25

/** One bin of a reliability diagram: what was said, and what came. */
interface ReliabilityBin {
  readonly said: number
  readonly came: number
  readonly count: number
}

/** How well an agent's score told the direction of the next 15 minutes, on sessions its map was not fitted on. */
export interface AgentCalibration {
  readonly agent: AgentName
  readonly labels: number
  readonly brier: number
  readonly logLoss: number
  /** 1 − Brier ÷ Brier of always saying the base rate; above 0 is better than that. */
  readonly skill: number
  readonly baseRate: number
  readonly bins: readonly ReliabilityBin[]
}

interface Label {
  readonly signed: number
  readonly up: number
}

/** Calibration of each voting agent; `agents` names them in the samples' order. Agents without labels are left out. */
export function calibrationOf(days: readonly DayResult[], agents: readonly AgentName[]): AgentCalibration[] {
  const sessions = [...Map.groupBy(days, ({ day }) => day)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => of.flatMap(({ samples }) => samples))
  return agents.flatMap((agent, index) => {
    const told = outOfSample(sessions.map((samples) => labelsOf(samples, index)))
    return told.length === 0 ? [] : [measured(agent, told)]
  })
}

function labelsOf(samples: readonly CalibrationSample[], index: number): Label[] {
  return samples.flatMap(({ signed, up }) => {
    const value = signed[index]
    return value === undefined || Number.isNaN(value) ? [] : [{ signed: value, up }]
  })
}

/** Probabilities said on each block of 20 sessions by the map fitted on the 60 before it. */
function outOfSample(sessions: readonly (readonly Label[])[]): { said: number; up: number }[] {
  const told: { said: number; up: number }[] = []
  for (let from = FIT_SESSIONS; from < sessions.length; from += STEP_SESSIONS) {
    const fit = logistic(sessions.slice(from - FIT_SESSIONS, from).flat())
    for (const { signed, up } of sessions.slice(from, from + STEP_SESSIONS).flat())
      told.push({ said: sigmoid(fit.offset + fit.slope * signed), up })
  }
  return told
}

/** Maximum likelihood by Newton's steps, with the least of ridges so that a row without variety has an answer. */
export function logistic(labels: readonly Label[]): { offset: number; slope: number } {
  let offset = 0
  let slope = 0
  if (labels.length < LEAST_LABELS) return { offset, slope }
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let g0 = -1e-6 * offset
    let g1 = -1e-6 * slope
    let h00 = 1e-6
    let h01 = 0
    let h11 = 1e-6
    for (const { signed, up } of labels) {
      const said = sigmoid(offset + slope * signed)
      const weight = said * (1 - said)
      g0 += up - said
      g1 += (up - said) * signed
      h00 += weight
      h01 += weight * signed
      h11 += weight * signed * signed
    }
    const determinant = h00 * h11 - h01 * h01
    const d0 = (h11 * g0 - h01 * g1) / determinant
    const d1 = (h00 * g1 - h01 * g0) / determinant
    offset += d0
    slope += d1
    if (Math.abs(d0) + Math.abs(d1) < 1e-10) break
  }
  return { offset, slope }
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function measured(agent: AgentName, told: readonly { said: number; up: number }[]): AgentCalibration {
  const labels = told.length
  const baseRate = told.reduce((sum, { up }) => sum + up, 0) / labels
  let brier = 0
  let logLoss = 0
  const bins = Array.from({ length: BINS }, () => ({ said: 0, came: 0, count: 0 }))
  for (const { said, up } of told) {
    brier += (said - up) ** 2
    logLoss -= Math.log(Math.max(1e-12, up === 1 ? said : 1 - said))
    const bin = bins[Math.min(BINS - 1, Math.floor(said * BINS))]!
    bin.said += said
    bin.came += up
    bin.count += 1
  }
  const base = baseRate * (1 - baseRate)
  return {
    agent,
    labels,
    brier: brier / labels,
    logLoss: logLoss / labels,
    skill: base === 0 ? 0 : 1 - brier / labels / base,
    baseRate,
    bins: bins
      .filter(({ count }) => count > 0)
      .map(({ said, came, count }) => ({ said: said / count, came: came / count, count })),
  }
}
