import type { Language } from '@strikewise/domain/text/language.ts'
import type { ShownAnnouncement } from '@strikewise/wire/announcements.ts'

interface Texts extends Pick<ShownAnnouncement, 'title' | 'body'> {
  /** Null, both: it exists in English alone. */
  readonly title_hi: string | null
  readonly body_hi: string | null
}

/** Title and text of an announcement in `language` where it exists in it, else in English. */
export function textOf(
  { title, body, title_hi, body_hi }: Texts,
  language: Language,
): Pick<ShownAnnouncement, 'title' | 'body' | 'language'> {
  return language === 'hi' && title_hi !== null && body_hi !== null
    ? { title: title_hi, body: body_hi, language: 'hi' }
    : { title, body, language: 'en' }
}
