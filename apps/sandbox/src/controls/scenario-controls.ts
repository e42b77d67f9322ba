import * as z from 'zod'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Expected } from '@strikewise/exchange/scenarios/named-scenario.ts'
import { scenarioNamed, SCENARIOS } from '@strikewise/exchange/scenarios/scenarios.ts'
import type { RunningScenarios } from '../scenario/running-scenarios.ts'
import { bodyOf, notFound, type Control } from './control.ts'

/** Controls of the named scenarios. */
export function scenarioControls(runningScenarios: RunningScenarios): Control[] {
  return [
    {
      method: 'GET',
      path: '/scenarios',
      text: 'The named scenarios: what happens in each on the day it was made for, and what the product must make of it.',
      answer: () =>
        SCENARIOS.map(({ name, title, startsAt, seed, isOfItsDay, expected }) => ({
          name,
          title,
          starts_at: istIso(startsAt),
          seed,
          can_be_played: !isOfItsDay,
          expected: expected.map((one) => shown(one, 0)),
        })),
    },
    {
      method: 'POST',
      path: '/scenarios',
      text: 'Plays a named scenario from now on: { "name": "frozen-feed" }. Its own day comes with --scenario at the start.',
      answer: async (c) => {
        const { name } = await bodyOf(c, z.strictObject({ name: z.string() }))
        const scenario = scenarioNamed(name)
        if (scenario === undefined) throw notFound(`Scenario ${name}`)
        const from = runningScenarios.play(scenario)
        const first = Math.min(...scenario.steps.map(({ at }) => at))
        const shift = Number.isFinite(first) ? from - first : 0
        return { ok: true, name, from: istIso(from), expected: scenario.expected.map((one) => shown(one, shift)) }
      },
    },
  ]
}

/** An expectation as JSON, its instant moved by `shiftMs`. */
function shown(expected: Expected, shiftMs: number): object {
  if (expected.kind === 'trade') return expected
  return { ...expected, at: istIso((expected.at + shiftMs) as EpochMs) }
}
