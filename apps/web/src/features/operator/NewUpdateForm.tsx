import { Trans, useLingui } from '@lingui/react/macro'
import { INCIDENT_STATES, MAX_INCIDENT_TEXT, type IncidentRow, type IncidentState } from '@strikewise/wire/incidents.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { INCIDENT_STATE_NAMES } from '../../lib/incident-names.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { useAct } from './useAct.ts'

/** Adds an update to an open incident; as resolved it ends it. */
export function NewUpdateForm({ incident: { id, title, updates } }: { incident: IncidentRow }) {
  const { t } = useLingui()
  const [state, setState] = useState<IncidentState>(updates[0]?.state ?? 'investigating')
  const [text, setText] = useState('')
  const add = useAct(
    () => api.call('updateIncident', { params: { id: String(id) }, body: { state, text: text.trim() } }),
    () => setText(''),
  )
  return (
    <div role="group" aria-label={title} className="mt-3 flex flex-wrap items-start gap-3">
      <SelectField
        label={t`State`}
        value={state}
        onChange={({ target }) => setState(INCIDENT_STATES.find((one) => one === target.value) ?? state)}
      >
        {INCIDENT_STATES.map((one) => (
          <option key={one} value={one}>
            {t(INCIDENT_STATE_NAMES[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        className="min-w-52 flex-1"
        label={t`Update`}
        rows={2}
        value={text}
        maxLength={MAX_INCIDENT_TEXT}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="w-full">
        <Button size="sm" busy={add.isPending} disabled={text.trim() === ''} onClick={() => add.mutate()}>
          {state === 'resolved' ? <Trans>Resolve incident</Trans> : <Trans>Publish update</Trans>}
        </Button>
      </div>
    </div>
  )
}
