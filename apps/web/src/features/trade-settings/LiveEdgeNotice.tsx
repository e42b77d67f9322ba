import { Trans, useLingui } from '@lingui/react/macro'
import type { LiveEdge } from '@strikewise/wire/account.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why a live account that is armed buys nothing yet, or may not be armed. */
export function LiveEdgeNotice({ standing, armed }: { standing: LiveEdge; armed: boolean }) {
  const { t } = useLingui()
  if (standing === 'forbidden')
    return (
      <Notice tone="warn" title={t`Live execution cannot be armed`} className="mb-4">
        <Trans>
          This service trades live only with an edge that your own trades have shown. Until they do, trade on paper.
        </Trans>
      </Notice>
    )
  if (standing === 'unacknowledged' && armed)
    return (
      <Notice tone="warn" title={t`Live entries wait for you`} className="mb-4">
        <Trans>
          Your trades do not show an edge, or not yet. Save to acknowledge it; until then nothing is bought in your live
          account.
        </Trans>
      </Notice>
    )
  return null
}
