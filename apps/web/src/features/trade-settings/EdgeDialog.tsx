import { Trans, useLingui } from '@lingui/react/macro'
import { EDGE_SENTENCE, isEdgeSentence } from '@strikewise/domain/trading/edge-acknowledgement.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'

interface EdgeDialogProps {
  open: boolean
  onAgree: (sentence: string) => void
  onCancel: () => void
}

/** What arming a live account takes while the user's own trades show no edge: a sentence, typed out. */
export function EdgeDialog({ open, onAgree, onCancel }: EdgeDialogProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const confirm = () => {
    if (isEdgeSentence(typed)) onAgree(typed)
    else setRefused(true)
  }
  return (
    <ConfirmDialog
      open={open}
      title={t`Live trading without a proven edge`}
      confirmLabel={t`Arm live trading`}
      tone="danger"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <div className="space-y-3">
        <p>
          <Trans>
            Your own closed trades do not show an edge after charges, or there are too few to say. Real money will be
            traded all the same. You can trade on paper instead, until they do.
          </Trans>
        </p>
        <p>
          <Trans>
            To go on, type:{' '}
            <strong lang="en" className="text-ink">
              {EDGE_SENTENCE}
            </strong>
          </Trans>
        </p>
        <Field
          label={t`The sentence`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(false)
          }}
          error={refused ? t`Type the sentence as it stands above.` : undefined}
        />
      </div>
    </ConfirmDialog>
  )
}
