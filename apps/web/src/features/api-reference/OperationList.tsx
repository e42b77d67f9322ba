import { useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { schemaText, type Operation, type Reference } from './document.ts'
import { TryIt } from './TryIt.tsx'

const TONES: Readonly<Record<string, Tone>> = { GET: 'info', POST: 'accent', PUT: 'warn' }

/** Every call, found by typing, opened one by one. */
export function OperationList({ operations }: { operations: Reference['operations'] }) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = operations.filter((one) => `${one.path} ${one.name} ${one.summary}`.toLowerCase().includes(wanted))
  return (
    <div className="space-y-3">
      <Field label="Find a call" type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <p role="status" className="text-sm text-ink-3">
        {found.length} of {operations.length} calls
      </p>
      {found.length === 0 && <EmptyState title="No call has that in it" />}
      <div className="space-y-2">
        {found.map((one) => (
          <OneCall key={one.name} of={one} />
        ))}
      </div>
    </div>
  )
}

function OneCall({ of }: { of: Operation }) {
  const [opened, setOpened] = useState(false)
  return (
    <details
      className="rounded-md border bg-surface text-base"
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2.5">
        <Badge tone={TONES[of.method] ?? 'quiet'} className="w-14 justify-center">
          {of.method}
        </Badge>
        <span className="font-mono text-sm break-all text-ink">/api{of.path}</span>
        <span className="w-full text-sm text-ink-3">{of.summary}</span>
      </summary>
      {opened && (
        <div className="space-y-3 border-t p-3">
          <p className="text-sm">{of.open ? 'Open to everybody.' : 'Needs a session cookie or a bearer token.'}</p>
          {of.parameters.length > 0 && (
            <ul className="list-disc space-y-1 pl-5 text-sm">
              {of.parameters.map(({ name, in: place, required, schema }) => (
                <li key={name}>
                  <code>{name}</code> in the {place}
                  {required ? '' : ', optional'}: {schemaText(schema)}
                </li>
              ))}
            </ul>
          )}
          {of.body !== undefined && <Shown title="Body" text={schemaText(of.body)} />}
          {of.reply !== undefined && <Shown title="Answer" text={schemaText(of.reply)} />}
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
