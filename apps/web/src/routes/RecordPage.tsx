import { useLingui } from '@lingui/react/macro'
import { RecordPanels } from '../features/record/RecordPanels.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'

export function RecordPage() {
  const { t } = useLingui()
  return (
    <SettingsPage
      title={t`The record`}
      lead={t`Every signal and every decision is written here before anybody sees it, each entry chained to the one before. When a day is over its end is signed. Nothing in it is about a user.`}
      wide
    >
      <RecordPanels />
    </SettingsPage>
  )
}
