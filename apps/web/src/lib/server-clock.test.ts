import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { setClock, useMarketSecond } from './server-clock.ts'

const at = (text: string) => Date.parse(`2026-11-20T${text}+05:30`) as EpochMs

describe('the clock that is shown', () => {
  const shownAfter = (...readings: readonly string[]) => {
    const { result, unmount } = renderHook(() => useMarketSecond())
    const shown = readings.map((reading) => {
      act(() => setClock(at(reading), 1))
      return result.current
    })
    unmount()
    return shown
  }

  it('goes on with a reading that is ahead', () => {
    expect(shownAfter('09:53:28', '09:55:35')).toEqual([at('09:53:28'), at('09:55:35')])
  })

  it('stands still, and does not go back, when a reading lags', () => {
    expect(shownAfter('10:55:35', '10:53:28')).toEqual([at('10:55:35'), at('10:55:35')])
  })

  it('follows a clock that was set back', () => {
    expect(shownAfter('15:30:00', '09:15:00')).toEqual([at('15:30:00'), at('09:15:00')])
  })
})
