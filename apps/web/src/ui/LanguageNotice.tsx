import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { dismissLanguageFailure, useLanguageFailure } from '../lib/language.ts'

/**
 * Reports that Hindi could not be loaded, in both languages, since it is not known which one is read. Looks like a toast and
 * is none: the start page has no toasts, and must not pay for them.
 */
export function LanguageNotice() {
  const { t } = useLingui()
  if (!useLanguageFailure()) return null
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 left-4 z-60 flex items-start gap-2.5 rounded-md border bg-raised p-3.5 text-sm font-medium text-ink shadow-lg sm:left-auto sm:w-92"
    >
      <p className="min-w-0 flex-1">
        {/* untranslated: shown while English is */}
        The Hindi texts could not be loaded. Try again.
        <span lang="hi" className="mt-1 block">
          हिन्दी टेक्स्ट लोड नहीं हो सके। दोबारा कोशिश करें।
        </span>
      </p>
      <button
        type="button"
        aria-label={t`Dismiss`}
        onClick={dismissLanguageFailure}
        className="rounded-sm text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
