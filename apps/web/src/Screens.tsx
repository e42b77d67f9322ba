import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followAccountLanguage } from './lib/account-language.ts'
import { useLanguage } from './lib/language.ts'
import { navigateWith } from './lib/navigation.ts'
import { screenTitle } from './lib/screen-title.ts'
import { router } from './routes.tsx'

/** Every screen by its address. The start page, opened as such, does without: it is the one that must be small. */
export function Screens() {
  const language = useLanguage()
  useEffect(followAccountLanguage, [])
  useEffect(() => navigateWith((href, replace) => void router.navigate({ href, replace })), [])
  useEffect(() => {
    const setTitle = () => {
      document.title = screenTitle(router.state.location.pathname)
    }
    setTitle()
    return router.subscribe('onResolved', setTitle)
  }, [language])
  return <RouterProvider router={router} />
}
