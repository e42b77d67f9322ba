import { expect, it } from 'vitest'
import { openMetrics } from './metrics.ts'

it('leaves out what is not known of the service', async () => {
  const metrics = openMetrics()
  const known = await metrics.text([
    { name: 'intents_in_doubt', value: 2 },
    { name: 'lease_held', labels: { lease: 'trader' }, value: 1 },
  ])
  expect(known).toContain('\nstrikewise_intents_in_doubt 2\n')
  expect(known).toContain('\nstrikewise_lease_held{lease="trader"} 1\n')
  const unknown = await metrics.text([{ name: 'store_up', value: 0 }])
  expect(unknown).toContain('\nstrikewise_store_up 0\n')
  expect(unknown).not.toMatch(/^strikewise_(intents_in_doubt|lease_held)\b/m)
  expect(unknown).toContain('# TYPE strikewise_lease_held gauge')
})

it('sets what a role that started again does not count any more to 0', async () => {
  const metrics = openMetrics()
  metrics.counted('recorder', [{ name: 'frames', labels: {}, value: 7 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'short' }, value: 3 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'unprotected' }, value: 1 }])
  const text = await metrics.text([])
  expect(text).toContain('strikewise_trader_alarms{code="short"} 0\n')
  expect(text).toContain('strikewise_trader_alarms{code="unprotected"} 1\n')
  expect(text).toContain('strikewise_recorder_frames 7\n')
})
