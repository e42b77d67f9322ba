import { expect, it } from 'vitest'
import { SignalViews } from './signal-views.ts'

const noError = (error: unknown) => {
  throw error
}

it('makes what a plan sees once for all its readers', () => {
  const views = new SignalViews('{}', noError)
  expect(views.signals('elite')).toBe(views.signals('elite'))
  expect(views.values('elite')).toBe(views.values('elite'))
  expect(views.signals('elite').json.toString()).toBe('{}')
})

it('reports a message it cannot read once, and shows no agent', () => {
  const errors: unknown[] = []
  const views = new SignalViews('{"indicators":{"reasons":[{"message":{"code":"unheard_of"}}]}}', (error) =>
    errors.push(error),
  )
  for (const plan of ['starter', 'elite', 'elite'] as const) expect(views.signals(plan).json.toString()).toBe('{}')
  expect(views.shadows()).toEqual([])
  expect(errors).toHaveLength(1)
})

it('reads nothing before it is asked', () => {
  const errors: unknown[] = []
  const views = new SignalViews('no JSON', (error) => errors.push(error))
  expect(errors).toEqual([])
  expect(views.json).toBe('no JSON')
})
