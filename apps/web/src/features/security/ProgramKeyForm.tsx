import { Trans, useLingui } from '@lingui/react/macro'
import { KEY_SCOPES, type KeyScope } from '@strikewise/wire/route.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { programKeysQuery, SCOPES } from './program-keys.ts'

/** How long a key may live, in days. */
const TERMS = [30, 90, 180, 365]

/** Makes a key; `onMade` gets it once. */
export function ProgramKeyForm({ onMade }: { onMade: (key: string) => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read'])
  const [days, setDays] = useState('90')
  const [addresses, setAddresses] = useState('')
  const [missing, setMissing] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      api.call('createProgramKey', {
        body: {
          name: name.trim(),
          scopes: [...scopes],
          expires_in_days: Number(days),
          addresses: addresses.split(/[\s,]+/).filter((address) => address !== ''),
        },
      }),
    onSuccess: ({ key, keys }) => {
      setName('')
      setAddresses('')
      queries.setQueryData(programKeysQuery.queryKey, { keys })
      onMade(key)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const incomplete = name.trim() === '' || scopes.length === 0
    setMissing(incomplete)
    if (!incomplete) create.mutate()
  }
  return (
    <form onSubmit={submit} className="space-y-4 border-t p-4">
      <h3 className="text-sm font-semibold">
        <Trans>New key</Trans>
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t`Name of the program`}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          error={missing && name.trim() === '' ? t`Required` : undefined}
        />
        <SelectField label={t`Expires after`} value={days} onChange={(event) => setDays(event.target.value)}>
          {TERMS.map((term) => (
            <option key={term} value={term}>
              {t`${term} days`}
            </option>
          ))}
        </SelectField>
      </div>
      <Scopes chosen={scopes} onChange={setScopes} isMissing={missing && scopes.length === 0} />
      <Field
        label={t`Only from these addresses`}
        value={addresses}
        onChange={(event) => setAddresses(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        hint={t`Optional. IP addresses or CIDR ranges, separated by commas.`}
      />
      {create.isError && (
        <Notice tone="down" role="alert">
          {errorDetail(create.error)}
        </Notice>
      )}
      <Button type="submit" busy={create.isPending}>
        <Trans>Create key</Trans>
      </Button>
    </form>
  )
}

interface ScopesProps {
  chosen: readonly KeyScope[]
  onChange: (scopes: readonly KeyScope[]) => void
  /** The form was sent without one. */
  isMissing: boolean
}

function Scopes({ chosen, onChange, isMissing }: ScopesProps) {
  const { t } = useLingui()
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Permissions</Trans>
      </legend>
      {KEY_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChange={(on) => onChange(KEY_SCOPES.filter((one) => (one === scope ? on : chosen.includes(one))))}
        >
          {t(SCOPES[scope].about)}
        </Checkbox>
      ))}
      {isMissing && (
        <p role="alert" className="text-xs font-medium text-down">
          <Trans>Choose at least one.</Trans>
        </p>
      )}
    </fieldset>
  )
}
