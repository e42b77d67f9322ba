import { Trans } from '@lingui/react/macro'
import type { LegalText } from '@strikewise/legal/legal-text.ts'
import { useLanguage } from '../../lib/language.ts'
import { legalUpdateText } from '../../messages/legal.ts'

/** When a legal text was last changed. */
export function LastUpdated({ of }: { of: LegalText }) {
  // The date follows the language.
  useLanguage()
  return <Trans>Last updated {legalUpdateText(of.updated)}</Trans>
}
