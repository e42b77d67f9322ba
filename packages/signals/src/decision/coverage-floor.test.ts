import { expect, it } from 'vitest'
import { FII_DII_AGENT } from '../registry/definitions/fii-dii-agent.ts'
import { OPTION_CHAIN_AGENT } from '../registry/definitions/option-chain-agent.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { VOTERS, type Voter } from '../registry/registry.ts'
import { coverageFloor } from './coverage-floor.ts'

const { engine } = SIGNAL_PARAMS

it.each<[lacking: string, agents: readonly Voter[], floor: number]>([
  ['nothing, as live', [], 0.7],
  ['FII and DII figures', [FII_DII_AGENT.name], 0.7],
  ['option chain, FII and DII figures', [OPTION_CHAIN_AGENT.name, FII_DII_AGENT.name], 0.6],
  ['everything', VOTERS, 0],
])('records that lack %s', (_lacking, agents, floor) => expect(coverageFloor(engine, agents)).toBeCloseTo(floor, 9))
