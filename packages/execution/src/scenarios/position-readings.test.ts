// @invariant manual-sale-seen
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { CALL, Scenario } from '../testing/scenario.ts'

const MINUTE_MS = 60_000
/** Within this a conversion or a short is known where a trade of ours is open. */
const SEEN_MS = 3_000
/** Moments between two readings. */
const PHASES_MS = [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500]

/** How often the positions are read in a minute in which nothing moves. */
async function readingsInMinute(s: Scenario): Promise<number> {
  const positions = s.broker.positions.bind(s.broker)
  let readings = 0
  s.broker.positions = () => {
    readings += 1
    return positions()
  }
  await s.run(MINUTE_MS)
  return readings
}

/** One trade is open under its stop, nothing has moved for half a minute, and the broker pushes nothing. */
async function atRest(): Promise<Scenario> {
  const s = await opened()
  s.broker.pushes = false
  await s.run(30_000)
  return s
}

describe('where nothing moves', () => {
  it('the positions are read every two seconds while a trade is open', async () => {
    const most = MINUTE_MS / 2_000
    const readings = await readingsInMinute(await atRest())
    expect(readings).toBeLessThanOrEqual(most)
    expect(readings).toBeGreaterThanOrEqual(most - 1)
  })

  it('the positions are not read while no trade is open', async () => {
    const s = await new Scenario().start()
    await s.run(30_000)
    expect(await readingsInMinute(s)).toBe(0)
  })

  it.each(PHASES_MS)(
    'a conversion %i ms after a while at rest is known within three seconds where a trade is open (I13)',
    async (ms) => {
      const s = await atRest()
      await s.run(ms)
      s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
      await s.run(SEEN_MS)
      expect(s.trade).toMatchObject({ converted: 65 })
      expect(s.sells).toEqual([])
    },
  )

  it.each(PHASES_MS)(
    'a short that no sale made, %i ms after a while at rest, is known within three seconds where a trade is open, and reported (I11)',
    async (ms) => {
      const s = await atRest()
      await s.run(ms)
      const shows = (product: string, quantity: number) => ({ tradingsymbol: CALL.tradingsymbol, product, quantity })
      s.broker.positions = async () => ({ ok: true, value: [shows('MIS', -65), shows('NRML', 130)] })
      await s.run(SEEN_MS)
      expect(s.trade).toMatchObject({ converted: 65 })
      expect(s.sells).toEqual([])
      await s.run(5_000)
      expect(s.alarms.map((alarm) => alarm.split(':')[0])).toContain('manual_short')
    },
  )
})
