import { useLingui } from '@lingui/react/macro'
import type { StatusReply } from '@strikewise/wire/public.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What the operator shows of a disturbance that lasts. */
export function IncidentNote({ incident }: Pick<StatusReply, 'incident'>) {
  const { t } = useLingui()
  if (incident === null) return null
  const at = `${incident.at.slice(0, 10)} ${wireTime(incident.at)}`
  return (
    <Notice tone="warn" role="status" title={t`From the operator, ${at} IST`} className="mb-4">
      {incident.text}
    </Notice>
  )
}
