import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Verification } from './useVerification.ts'
import { tamperKindLabel, tamperText } from '../../messages/tamper.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What verifying is doing, or what it found. `total`: lines there are, where that is known. */
export function VerdictNotice({ state, total }: { state: Verification; total: number | undefined }) {
  const { t } = useLingui()
  switch (state.step) {
    case 'idle':
      return null
    case 'running': {
      const lines = state.lines.toLocaleString('en-IN')
      return (
        <div className="space-y-2 text-sm text-ink-2">
          <p>
            <Trans>{lines} lines read…</Trans>
          </p>
          <progress aria-label={t`Verifying`} max={total} value={total && state.lines} className="block h-2 w-full" />
        </div>
      )
    }
    case 'failed':
      return (
        <Notice tone="down" title={t`It could not be verified`}>
          {state.why}
        </Notice>
      )
    case 'done':
      return <Found {...state} />
  }
}

function Found({ verdict, signaturesChecked }: Extract<Verification, { step: 'done' }>) {
  const { t } = useLingui()
  if (!verdict.ok) {
    const { kind, line, seq, day, reason } = verdict.damage
    const place = [t`line ${line}`, ...(seq === null ? [] : [t`entry ${seq}`]), ...(day === null ? [] : [day])].join(
      ', ',
    )
    const damage = tamperKindLabel(kind)
    return (
      <Notice tone="down" title={t`Not what was written: ${damage}, ${place}`}>
        {tamperText(reason)}
      </Notice>
    )
  }
  const { days, keys, attested } = verdict
  const entries = t`${plural(verdict.entries, { one: '# entry', other: '# entries' })}`
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return (
    <Notice
      tone={signaturesChecked ? 'up' : 'warn'}
      title={
        first === last
          ? t`The record is intact: ${entries} of ${first}`
          : t`The record is intact: ${entries} of ${first} to ${last}`
      }
    >
      <ul className="mt-1 space-y-1">
        {!attested && (
          <li>
            <Trans>
              It was not read to the end its root names: what was read fits together, and nothing is said of the rest.
            </Trans>
          </li>
        )}
        {!signaturesChecked && (
          <li>
            <Trans>
              This browser does not know Ed25519, so the signatures were not checked. The command below checks them.
            </Trans>
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
      <Trans>
        Signed with <span className="font-mono text-xs break-all">{name}</span>
      </Trans>
    </li>
  )
}
