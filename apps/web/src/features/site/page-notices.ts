import { createContext, type ReactNode } from 'react'

/** What a signed-in reader is shown above the content of every screen; nothing on public pages. */
export const PageNotices = createContext<ReactNode>(null)
