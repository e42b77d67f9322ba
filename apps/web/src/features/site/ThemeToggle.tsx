import { Moon, Sun } from 'lucide-react'
import { setTheme, useTheme } from '../../lib/theme.ts'
import { IconButton } from '../../ui/Button.tsx'

export function ThemeToggle() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
      {theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  )
}
