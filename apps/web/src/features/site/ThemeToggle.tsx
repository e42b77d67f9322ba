import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { setTheme, useTheme } from '../../lib/theme.ts'
import { IconButton } from '../../ui/Button.tsx'

export function ThemeToggle() {
  const { t } = useLingui()
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? t`Switch to dark theme` : t`Switch to light theme`}
      onClick={() => setTheme(next)}
    >
      {/* By style, so that it is right before the page has come to life. */}
      <Sun aria-hidden="true" className="hidden dark:block" />
      <Moon aria-hidden="true" className="dark:hidden" />
    </IconButton>
  )
}
