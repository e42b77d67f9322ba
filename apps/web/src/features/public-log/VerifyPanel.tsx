import { Trans, useLingui } from '@lingui/react/macro'
import type { PublicLogReply } from '@strikewise/wire/public-log.ts'
import { ShieldCheck } from 'lucide-react'
import { useState, type ChangeEvent, type ReactNode } from 'react'
import { canHash } from '../../lib/hash.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { linesOfDays, linesOfFile } from './log-lines.ts'
import { RangeFields, type EntryRange } from './RangeFields.tsx'
import { useVerification, type Range } from './useVerification.ts'
import { VerdictNotice } from './VerdictNotice.tsx'

/** Verifies any range of days in this browser, or a file the reader has. `days`: newest first, at least one. */
export function VerifyPanel({ days }: { days: PublicLogReply['days'] }) {
  const { t } = useLingui()
  const names = days.map(({ root }) => root.day).toReversed()
  const [chosen, setChosen] = useState({ first: names.at(-1)!, last: names.at(-1)! })
  const [entries, setEntries] = useState({ from: '', to: '' })
  const [total, setTotal] = useState<number>()
  const { state, verify } = useVerification()
  const range = rangeOf(entries)
  const asked = names.filter((day) => day >= chosen.first && day <= chosen.last)

  const verifyDays = () => {
    const lines = days.filter(({ root }) => asked.includes(root.day)).reduce((sum, { root }) => sum + root.count + 1, 0)
    setTotal(lines)
    void verify((signal) => linesOfDays(asked, signal), range ?? { from: undefined, to: undefined })
  }
  const verifyFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    if (file === undefined) return
    setTotal(undefined)
    void verify(() => linesOfFile(file), range ?? { from: undefined, to: undefined })
    // The same file, changed meanwhile, may be chosen again.
    event.currentTarget.value = ''
  }
  return (
    <Card aria-labelledby="verify">
      <CardHeader id="verify" title={t`Verify`} note={t`in this browser, from the first entry to the last`} />
      <div className="space-y-4 p-4">
        {!canHash() && (
          <Notice tone="warn">
            <Trans>This browser only computes hashes on pages that came over HTTPS.</Trans>
          </Notice>
        )}
        <RangeFields names={names} days={chosen} onDays={setChosen} entries={entries} onEntries={setEntries} />
        <FormNote show={asked.length === 0}>
          <Trans>The last day is before the first.</Trans>
        </FormNote>
        <FormNote show={range === undefined}>
          <Trans>Entries are whole numbers.</Trans>
        </FormNote>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            busy={state.step === 'running'}
            disabled={!canHash() || asked.length === 0 || range === undefined}
            onClick={verifyDays}
          >
            <ShieldCheck aria-hidden="true" />
            <Trans>Verify</Trans>
          </Button>
          <label className="text-sm text-ink-2">
            <Trans>or a file you have:</Trans>{' '}
            <input
              type="file"
              accept=".jsonl,application/jsonl"
              disabled={!canHash() || range === undefined}
              onChange={verifyFile}
              className="max-w-full rounded-md text-sm file:mr-2 file:h-8 file:rounded-sm file:border file:border-line-strong file:bg-surface file:px-2.5 file:text-sm file:font-medium file:text-ink"
            />
          </label>
        </div>
        <div role="status">
          <VerdictNotice state={state} total={total} />
        </div>
      </div>
    </Card>
  )
}

function FormNote({ show, children }: { show: boolean; children: ReactNode }) {
  return show ? (
    <p role="alert" className="text-sm font-medium text-down">
      {children}
    </p>
  ) : null
}

/** Empty fields leave the range open; undefined: one of them is no whole number. */
function rangeOf({ from, to }: EntryRange): Range | undefined {
  if (![from, to].every((text) => /^\d{0,15}$/.test(text))) return undefined
  const numberOf = (text: string) => (text === '' ? undefined : Number(text))
  return { from: numberOf(from), to: numberOf(to) }
}
