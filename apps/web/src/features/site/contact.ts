import type { SocialChannel } from '@strikewise/wire/service.ts'
import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { CHANNELS } from './channels.ts'

/** How users reach the operator of the service. */
export interface Contact {
  readonly email: string
  readonly phone: string
  /** Official addresses elsewhere; a service that is not named has none. */
  readonly channels: Readonly<Partial<Record<SocialChannel, string>>>
  /** Where the forum is; null: there is none. */
  readonly forumUrl: string | null
  /** A film of the product; null: the demo page takes its place. */
  readonly demoVideoUrl: string | null
  /** Who sells the plans, and under which registration; null: under none. */
  readonly registration: string | null
}

/** What the server shows of itself; undefined until it answered. */
export const contact = createStore<Contact | undefined>(undefined)

/** `contact`, read once. A plain fetch: the start page has no API client. */
export function useContact(): Contact | undefined {
  useEffect(() => {
    if (contact.get() !== undefined) return
    const page = new AbortController()
    void readContact(page.signal).then((answer) => answer !== undefined && contact.set(answer))
    // The next component that shows it asks separately.
    return () => page.abort()
  }, [])
  return useStore(contact)
}

async function readContact(signal: AbortSignal): Promise<Contact | undefined> {
  try {
    const response = await fetch('/api/config', { headers: { accept: 'application/json' }, signal })
    return response.ok ? contactOf(await response.json()) : undefined
  } catch (error) {
    if (!signal.aborted) console.error('contact details could not be read', error)
    return undefined
  }
}

/** The part of the answer that is contact details; undefined when it is something else. Only web addresses become links. */
export function contactOf(json: unknown): Contact | undefined {
  const { support, social, forum_url, demo_video_url, seller, registration } = fieldsOf(json)
  const { email, phone } = fieldsOf(support)
  if (typeof email !== 'string' || typeof phone !== 'string') return undefined
  const given = fieldsOf(social)
  const channels = Object.fromEntries(
    CHANNELS.map(({ id }) => [id, webAddress(given[id])]).filter(([, address]) => address !== null),
  ) as Contact['channels']
  return {
    email,
    phone,
    channels,
    forumUrl: webAddress(forum_url),
    demoVideoUrl: webAddress(demo_video_url),
    registration: typeof registration === 'string' && typeof seller === 'string' ? `${seller}, ${registration}` : null,
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : null
}
