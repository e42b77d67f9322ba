import type { Language } from '@strikewise/domain/text/language.ts'
import { setLanguage, useLanguage } from '../../lib/language.ts'

/** English or Hindi, each in its own words, at once. */
export function LanguageSwitch() {
  const language = useLanguage()
  return (
    <select
      // untranslated: in both languages at once
      aria-label="Language / भाषा"
      value={language}
      onChange={(event) => void setLanguage(event.target.value as Language)}
      className="h-9 rounded-md border bg-surface px-1.5 text-sm text-ink-2 hover:bg-hover"
    >
      <option value="en" lang="en">
        English
      </option>
      <option value="hi" lang="hi">
        हिन्दी
      </option>
    </select>
  )
}
