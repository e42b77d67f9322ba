import { verifyLog, type VerificationResult } from '@strikewise/public-log/verify-log.ts'
import { useEffect, useRef, useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { sha256 } from '../../lib/hash.ts'
import { signatureCheck } from './signature.ts'

export type Verification =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly lines: number }
  | { readonly step: 'failed'; readonly why: string }
  | { readonly step: 'done'; readonly verdict: VerificationResult; readonly signaturesChecked: boolean }

export interface Range {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Progress is reported this often: a screen reader and a screen need no more. */
const LINES_A_REPORT = 500

/** Verifies lines in this browser, one run at a time: a new one, or leaving the page, ends the one before. */
export function useVerification() {
  const [state, setState] = useState<Verification>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const verify = async (lines: (signal: AbortSignal) => AsyncIterable<string>, range: Range): Promise<void> => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const tell = (next: Verification) => {
      if (!run.signal.aborted) setState(next)
    }
    tell({ step: 'running', lines: 0 })
    try {
      const verifies = await signatureCheck()
      const verdict = await verifyLog(lines(run.signal), {
        sha256,
        verifies,
        ...range,
        onLine(line) {
          run.signal.throwIfAborted()
          if (line % LINES_A_REPORT === 0) tell({ step: 'running', lines: line })
        },
      })
      tell({ step: 'done', verdict, signaturesChecked: verifies !== undefined })
    } catch (error) {
      tell({ step: 'failed', why: errorDetail(error) })
    }
  }
  return { state, verify }
}
