import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useShared } from './useShared.ts'

it('keeps the object while nothing in it changes, and the parts that did not', () => {
  const first = [{ price: 100 }, { price: 200 }]
  const { result, rerender } = renderHook(({ value }) => useShared(value), { initialProps: { value: first } })
  rerender({ value: [{ price: 100 }, { price: 200 }] })
  expect(result.current).toBe(first)
  rerender({ value: [{ price: 100 }, { price: 201 }] })
  expect(result.current).toEqual([{ price: 100 }, { price: 201 }])
  expect(result.current[0]).toBe(first[0])
})
