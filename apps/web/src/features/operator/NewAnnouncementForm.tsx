import { Trans, useLingui } from '@lingui/react/macro'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { ANNOUNCEMENT_LEVELS, type AnnouncementLevel } from '@strikewise/wire/announcements.ts'
import {
  MAX_ANNOUNCEMENT_DAYS,
  MAX_ANNOUNCEMENT_TEXT,
  MAX_ANNOUNCEMENT_TITLE,
} from '@strikewise/wire/operator-announcements.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField, TextField } from '../../ui/Field.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { useAct } from './useAct.ts'

interface Draft {
  readonly title: string
  readonly body: string
  readonly titleHi: string
  readonly bodyHi: string
  readonly level: AnnouncementLevel
  readonly plans: readonly Plan[]
  readonly isScheduled: boolean
  /** Days and minutes in India, as the browser's field has them. */
  readonly from: string
  readonly until: string
}

const EMPTY: Draft = {
  title: '',
  body: '',
  titleHi: '',
  bodyHi: '',
  level: 'info',
  plans: [],
  isScheduled: false,
  from: '',
  until: '',
}

interface PartProps {
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
}

/** Announces something to the users of some plans. */
export function NewAnnouncementForm() {
  const { t } = useLingui()
  const [draft, setDraft] = useState(EMPTY)
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const announce = useAct(
    () => api.call('createAnnouncement', { body: bodyOf(draft) }),
    () => setDraft(EMPTY),
  )
  return (
    <div className="space-y-4 px-4 py-4">
      <div className="flex flex-wrap gap-3">
        <Field
          className="min-w-40 flex-1"
          label={t`Title`}
          value={draft.title}
          maxLength={MAX_ANNOUNCEMENT_TITLE}
          onChange={({ target }) => change({ title: target.value })}
        />
        <SelectField
          label={t`Level`}
          value={draft.level}
          onChange={({ target }) =>
            change({ level: ANNOUNCEMENT_LEVELS.find((one) => one === target.value) ?? 'info' })
          }
        >
          <option value="info">{t`Information`}</option>
          <option value="warning">{t`Warning`}</option>
        </SelectField>
      </div>
      <TextField
        label={t`Text`}
        rows={3}
        value={draft.body}
        maxLength={MAX_ANNOUNCEMENT_TEXT}
        onChange={({ target }) => change({ body: target.value })}
      />
      <HindiFields draft={draft} change={change} />
      <PlanFields draft={draft} change={change} />
      <TimeFields draft={draft} change={change} />
      <Button busy={announce.isPending} disabled={!isComplete(draft)} onClick={() => announce.mutate()}>
        <Trans>Announce</Trans>
      </Button>
    </div>
  )
}

function HindiFields({ draft, change }: PartProps) {
  const { t } = useLingui()
  return (
    <div className="space-y-4 border-l pl-3">
      <Field
        label={t`Title in Hindi`}
        hint={t`Optional, with the text. Users who read Hindi see it in place of the English one.`}
        lang="hi-IN"
        value={draft.titleHi}
        maxLength={MAX_ANNOUNCEMENT_TITLE}
        onChange={({ target }) => change({ titleHi: target.value })}
      />
      <TextField
        label={t`Text in Hindi`}
        lang="hi-IN"
        rows={3}
        value={draft.bodyHi}
        maxLength={MAX_ANNOUNCEMENT_TEXT}
        onChange={({ target }) => change({ bodyHi: target.value })}
      />
    </div>
  )
}

function PlanFields({ draft: { plans }, change }: PartProps) {
  const { t } = useLingui()
  return <PlanChoice legend={t`Plans it is for`} plans={plans} onChange={(chosen) => change({ plans: chosen })} />
}

function TimeFields({ draft: { isScheduled, from, until }, change }: PartProps) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        label={t`Begins`}
        value={isScheduled ? 'scheduled' : 'now'}
        onChange={({ target }) => change({ isScheduled: target.value === 'scheduled' })}
      >
        <option value="now">{t`Now`}</option>
        <option value="scheduled">{t`At a time`}</option>
      </SelectField>
      {isScheduled && (
        <Field
          type="datetime-local"
          label={t`From (IST)`}
          value={from}
          onChange={({ target }) => change({ from: target.value })}
        />
      )}
      <Field
        type="datetime-local"
        label={t`Until (IST)`}
        hint={t`At most ${MAX_ANNOUNCEMENT_DAYS} days later.`}
        value={until}
        onChange={({ target }) => change({ until: target.value })}
      />
    </div>
  )
}

function isComplete({ title, body, titleHi, bodyHi, plans, isScheduled, from, until }: Draft): boolean {
  const isFilled = [title, body, until, ...(isScheduled ? [from] : [])].every((text) => text.trim() !== '')
  return isFilled && plans.length > 0 && (titleHi.trim() === '') === (bodyHi.trim() === '')
}

function bodyOf({ title, body, titleHi, bodyHi, level, plans, isScheduled, from, until }: Draft) {
  return {
    level,
    title: title.trim(),
    body: body.trim(),
    title_hi: titleHi.trim() === '' ? null : titleHi.trim(),
    body_hi: bodyHi.trim() === '' ? null : bodyHi.trim(),
    plans: [...plans],
    from: isScheduled ? inIndia(from) : null,
    until: inIndia(until),
  }
}

/** A minute of the browser's field, which has no zone, as an instant. */
function inIndia(minute: string): string {
  return `${minute}:00+05:30`
}
