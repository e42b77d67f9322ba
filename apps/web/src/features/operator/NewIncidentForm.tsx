import { Trans, useLingui } from '@lingui/react/macro'
import {
  INCIDENT_SEVERITIES,
  MAX_INCIDENT_TEXT,
  MAX_INCIDENT_TITLE,
  type IncidentSeverity,
} from '@strikewise/wire/incidents.ts'
import { STATUS_COMPONENTS, type StatusComponent } from '@strikewise/wire/public.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { INCIDENT_SEVERITY_NAMES } from '../../lib/incident-names.ts'
import { STATUS_COMPONENT_NAMES } from '../../lib/status-component.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, SelectField, TextField } from '../../ui/Field.tsx'
import { useAct } from './useAct.ts'

/** Opens an incident with its first update. */
export function NewIncidentForm() {
  const { t } = useLingui()
  const [title, setTitle] = useState('')
  const [severity, setSeverity] = useState<IncidentSeverity>('minor')
  const [components, setComponents] = useState<readonly StatusComponent[]>([])
  const [text, setText] = useState('')
  const open = useAct(
    () =>
      api.call('openIncident', {
        body: { title: title.trim(), severity, components: [...components], text: text.trim() },
      }),
    () => {
      setTitle('')
      setComponents([])
      setText('')
    },
  )
  const choose = (part: StatusComponent, on: boolean) =>
    setComponents(on ? [...components, part] : components.filter((one) => one !== part))
  return (
    <div className="space-y-4 px-4 py-4">
      <div className="flex flex-wrap gap-3">
        <Field
          className="min-w-40 flex-1"
          label={t`Title`}
          value={title}
          maxLength={MAX_INCIDENT_TITLE}
          onChange={({ target }) => setTitle(target.value)}
        />
        <SelectField
          label={t`Severity`}
          value={severity}
          onChange={({ target }) => setSeverity(INCIDENT_SEVERITIES.find((one) => one === target.value) ?? 'minor')}
        >
          {INCIDENT_SEVERITIES.map((one) => (
            <option key={one} value={one}>
              {t(INCIDENT_SEVERITY_NAMES[one])}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-ink">
          <Trans>Affected parts</Trans>
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {STATUS_COMPONENTS.map((part) => (
            <Checkbox key={part} checked={components.includes(part)} onChange={(on) => choose(part, on)}>
              {t(STATUS_COMPONENT_NAMES[part])}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <TextField
        label={t`First message`}
        rows={3}
        value={text}
        maxLength={MAX_INCIDENT_TEXT}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        busy={open.isPending}
        disabled={title.trim() === '' || components.length === 0 || text.trim() === ''}
        onClick={() => open.mutate()}
      >
        <Trans>Open incident</Trans>
      </Button>
    </div>
  )
}
