import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import { useEffect, useState } from 'react'
import { loadDay } from './load-day.ts'

type LoadedDay =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'loaded'; readonly day: DemoDay }

/** The recording, loaded once. Not in the query cache: that is emptied for what is played. */
export function useDemoDay(): LoadedDay {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<DemoDay | 'failed'>()
  useEffect(() => {
    const leaving = new AbortController()
    loadDay(leaving.signal).then(setOutcome, (error: unknown) => {
      if (leaving.signal.aborted) return
      console.error('the recorded day could not be loaded', error)
      setOutcome('failed')
    })
    return () => leaving.abort()
  }, [attempt])
  if (outcome === undefined) return { status: 'loading' }
  if (outcome !== 'failed') return { status: 'loaded', day: outcome }
  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
  }
  return { status: 'failed', retry }
}
