import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { schemaText, type Operation, type Reference } from './document.ts'
import { TryIt } from './TryIt.tsx'

const TONES: Readonly<Record<string, Tone>> = { GET: 'info', POST: 'accent', PUT: 'warn' }

/** Where a parameter goes. */
const PLACES = {
  path: { required: msg`in the path`, optional: msg`in the path, optional` },
  query: { required: msg`in the query`, optional: msg`in the query, optional` },
  header: { required: msg`in the header`, optional: msg`in the header, optional` },
} satisfies Record<Operation['parameters'][number]['in'], Record<'required' | 'optional', MessageDescriptor>>

/** Every call, found by typing, opened one by one. */
export function OperationList({ operations }: { operations: Reference['operations'] }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const filter = typed.trim().toLowerCase()
  const found = operations.filter((one) => `${one.path} ${one.name} ${one.summary}`.toLowerCase().includes(filter))
  const [shown, all] = [found.length, operations.length]
  return (
    <div className="space-y-3">
      <Field label={t`Find a call`} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <p role="status" className="text-sm text-ink-3">
        <Trans>
          {shown} of {all} calls
        </Trans>
      </p>
      {found.length === 0 && <EmptyState title={t`No call has that in it`} />}
      <div className="space-y-2">
        {found.map((one) => (
          <OneCall key={one.name} of={one} />
        ))}
      </div>
    </div>
  )
}

function OneCall({ of }: { of: Operation }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const scope = of.keyScope
  return (
    <details
      className="rounded-md border bg-surface text-base"
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2.5">
        <Badge tone={TONES[of.method] ?? 'quiet'} className="w-14 justify-center">
          {of.method}
        </Badge>
        {/* untranslated: an address */}
        <span className="font-mono text-sm break-all text-ink">{`/api${of.path}`}</span>
        <span lang="en" className="w-full text-sm text-ink-3">
          {of.summary}
        </span>
      </summary>
      {opened && (
        <div className="space-y-3 border-t p-3">
          <p className="text-sm">
            {of.open ? t`Open to every visitor.` : t`Needs a session cookie or a bearer token.`}{' '}
            {scope !== undefined && <Trans>Keys for programs: scope {scope}.</Trans>}
          </p>
          {of.parameters.length > 0 && (
            <ul className="list-disc space-y-1 pl-5 text-sm">
              {of.parameters.map(({ name, in: place, required, schema }) => (
                <li key={name}>
                  <code>{name}</code> {t(required ? PLACES[place].required : PLACES[place].optional)}:{' '}
                  {schemaText(schema)}
                </li>
              ))}
            </ul>
          )}
          {of.body !== undefined && <Shown title={t`Body`} text={schemaText(of.body)} />}
          {of.reply !== undefined && <Shown title={t`Answer`} text={schemaText(of.reply)} />}
          <TryIt of={of} />
        </div>
      )}
    </details>
  )
}

export function Shown({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="text-sm font-medium text-ink">{title}</p>
      <pre
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-80 overflow-auto rounded-sm border bg-sunken p-3 font-mono text-xs text-ink"
      >
        {text}
      </pre>
    </div>
  )
}
