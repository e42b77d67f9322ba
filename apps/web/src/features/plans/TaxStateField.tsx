import { useLingui } from '@lingui/react/macro'
import { GST_STATE_CODES, type GstState } from '@strikewise/plans/gst-states.ts'
import { gstStateLabel } from '../../messages/gst-states.ts'
import { SelectField } from '../../ui/Field.tsx'

interface TaxStateFieldProps {
  value: GstState | ''
  onChange: (state: GstState | '') => void
  disabled: boolean
  className?: string
}

/** The buyer's state, which decides the tax lines of the receipt; it may be left out. */
export function TaxStateField({ value, onChange, disabled, className }: TaxStateFieldProps) {
  const { t } = useLingui()
  return (
    <SelectField
      className={className}
      label={t`State, for the tax lines of the receipt`}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as GstState | '')}
    >
      <option value="">{t`Not specified`}</option>
      {GST_STATE_CODES.map((code) => (
        <option key={code} value={code}>
          {gstStateLabel(code)}
        </option>
      ))}
    </SelectField>
  )
}
