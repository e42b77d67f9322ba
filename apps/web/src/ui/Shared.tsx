import { useLingui } from '@lingui/react'
import { sharedText, translatedText, type SharedText } from '../messages/signals.ts'

/** A text of an answer that many users share, in the language shown; marked as English where it has no other. */
export function Shared({ of }: { of: SharedText }) {
  const { i18n } = useLingui()
  if (i18n.locale === 'en') return sharedText(of)
  return translatedText(of) ?? <span lang="en">{of.text}</span>
}
