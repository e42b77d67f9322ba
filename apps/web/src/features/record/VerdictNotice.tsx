import type { Verification } from './useVerification.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What verifying is doing, or what it found. `total`: lines there are, where that is known. */
export function VerdictNotice({ state, total }: { state: Verification; total: number | undefined }) {
  switch (state.step) {
    case 'idle':
      return null
    case 'running':
      return (
        <div className="space-y-2 text-sm text-ink-2">
          <p>{state.lines.toLocaleString('en-IN')} lines read…</p>
          <progress aria-label="Verifying" max={total} value={total && state.lines} className="block h-2 w-full" />
        </div>
      )
    case 'failed':
      return (
        <Notice tone="down" title="It could not be verified">
          {state.why}
        </Notice>
      )
    case 'done':
      return <Found {...state} />
  }
}

function Found({ verdict, signaturesChecked }: Extract<Verification, { step: 'done' }>) {
  if (!verdict.ok) {
    const { kind, line, seq, day, text } = verdict.damage
    const place = [`line ${line}`, ...(seq === null ? [] : [`entry ${seq}`]), ...(day === null ? [] : [day])].join(', ')
    return (
      <Notice tone="down" title={`Not what was written: ${kind}, ${place}`}>
        {text}
      </Notice>
    )
  }
  const { entries, days, keys, attested } = verdict
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Notice
      tone={signaturesChecked ? 'up' : 'warn'}
      title={`The record holds: ${entries.toLocaleString('en-IN')} entries of ${first === last ? first : `${first} to ${last}`}`}
    >
      <ul className="mt-1 space-y-1">
        {!attested && (
          <li>
            It was not read to the end its root names: what was read fits together, and nothing is said of the rest.
          </li>
        )}
        {!signaturesChecked && (
          <li>
            This browser does not know Ed25519, so the signatures were not checked. The command below checks them.
          </li>
        )}
        {signaturesChecked && keys.map((key) => <Signer key={key} name={key} />)}
      </ul>
    </Notice>
  )
}

function Signer({ name }: { name: string }) {
  return (
    <li>
      Signed with <span className="font-mono text-xs break-all">{name}</span>
    </li>
  )
}
