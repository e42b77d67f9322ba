import { Trans } from '@lingui/react/macro'
import { Notice } from './Notice.tsx'
import { refusalText } from '../lib/refusal-text.ts'

/** In the dialog of an act: why the server refused it and what to do or, without an answer, that it may be sent again. */
export function ActProblem({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <Notice tone="down" role="alert" className="mt-3">
      {refusalText(error) ?? (
        <Trans>No answer from the server. Try again: sending it twice changes nothing more.</Trans>
      )}
    </Notice>
  )
}
