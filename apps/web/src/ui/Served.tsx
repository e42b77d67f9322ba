import { useLingui } from '@lingui/react'
import { servedTranslation } from '../lib/served-text.ts'

/** Text the domain or the server wrote in English, in the chosen language; marked as English where nobody translated it. */
export function Served({ text }: { text: string }) {
  const { i18n } = useLingui()
  if (i18n.locale === 'en') return text
  return servedTranslation(i18n, text) ?? <span lang="en">{text}</span>
}
