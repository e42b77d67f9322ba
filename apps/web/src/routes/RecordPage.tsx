import { RecordPanels } from '../features/record/RecordPanels.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'

export function RecordPage() {
  return (
    <SettingsPage
      title="The record"
      lead="Every signal and every decision is written here before anybody sees it, each entry chained to the one before. When a day is over its end is signed. Nothing in it is about a user."
      wide
    >
      <RecordPanels />
    </SettingsPage>
  )
}
