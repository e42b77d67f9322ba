import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BENCHMARKS } from '../../../../scripts/benchmarks/document.ts'
import { monthlyCost, usersPerVcpu, type Prices } from './monthly-cost.ts'
import { recordedFigure } from './recorded-figure.ts'

const PRICES: Prices = {
  vcpu_hour_rupees: 2,
  gigabyte_out_rupees: 10,
  sessions_a_month: 20,
  watched_hours_a_session: 1,
  watching_at_once: 0.5,
  utilisation: 0.5,
  machine_hours_a_month: 700,
  least_vcpus: 4,
}
const PAGE = { cpuMs: 1, bytes: 2000, restingShare: 0.1 }

it('a vCPU carries as many pages as fit into its planned share', () => {
  expect(usersPerVcpu(PAGE, PRICES)).toBe(500)
})

it('few users share the least machines; each pays for the bytes of the hours watched', () => {
  // 0.1 + 100 × 0.5 × 1 ms is a sixth of a vCPU; 20 hours of 2,000 bytes a second are 0.144 GB.
  const cost = monthlyCost(100, PAGE, PRICES)
  expect(cost.vcpus).toBe(4)
  expect(cost.machineRupees).toBe(56)
  expect(cost.trafficRupees).toBeCloseTo(1.44, 10)
  expect(cost.rupees).toBeCloseTo(57.44, 10)
})

it('vCPUs grow with the users watching at once, in pairs', () => {
  // 0.1 + 10,000 × 0.5 × 1 ms = 5.1, at half use 10.2.
  expect(monthlyCost(10_000, PAGE, PRICES).vcpus).toBe(12)
})

it('takes medians from the document of figures, and names the bench to run where one is missing', () => {
  const document = readFileSync(BENCHMARKS, 'utf8')
  expect(recordedFigure(document, 'push', 'stream, CPU of the server')).toBeGreaterThan(0)
  expect(() => recordedFigure(document, 'push', 'no such figure')).toThrow('run npm run bench -- push')
  expect(() => recordedFigure(document, 'nothing', 'any')).toThrow('run npm run bench -- nothing')
})

it('reads thousands set apart', () => {
  const document = '<!-- figures bench/x -->\n| a | 1,168 ms | 1 – 2 |\n<!-- /figures -->'
  expect(recordedFigure(document, 'x', 'a')).toBe(1168)
})
