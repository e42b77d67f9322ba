import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { RouteName, Routes } from '@strikewise/wire/routes.ts'
import type * as z from 'zod'
import type { Caller } from '../identity/caller.ts'
import type { Profile } from '../accounts/profiles.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import type { UserScopedDb } from '../store/user-scoped-db.ts'
import type { FileContent, StreamContent } from './reply.ts'

type Parsed<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType } ? z.output<S> : undefined

/** A call as its handler sees it: admitted and read, the caller known unless the route is public. */
interface Call<N extends RouteName> {
  readonly params: Parsed<Routes[N], 'params'>
  readonly query: Parsed<Routes[N], 'query'>
  /** As the route's schema reads it; of a signed route the text as it came. */
  readonly body: Routes[N] extends { readonly signed: true } ? string : Parsed<Routes[N], 'body'>
  readonly caller: Routes[N]['auth'] extends 'public' ? undefined : Caller
  readonly profile: Routes[N]['auth'] extends 'public' ? undefined : Profile
  /** The caller's session with the store: its own rows only. */
  readonly userDb: Routes[N]['auth'] extends 'public' ? undefined : UserScopedDb
  readonly operator: boolean
  readonly address: string
  /** What the call is answered in. */
  readonly language: Language
  readonly headers: IncomingHttpHeaders
  /** For `runIdempotent`, which refuses a call without one. Other routes have none. */
  readonly idempotencyKey: Routes[N] extends { readonly idempotent: true } ? string | undefined : undefined
}

/** What a handler returns, by the kind of its route's reply. Of JSON the schema keeps only what it names. */
type Content<R extends { readonly reply: z.ZodType }> = R extends { readonly kind: 'polled' }
  ? Snapshot
  : R extends { readonly kind: 'file' }
    ? FileContent
    : R extends { readonly kind: 'stream' }
      ? StreamContent
      : z.input<R['reply']>

/** Answers one route. */
type Handler<N extends RouteName> = (call: Call<N>) => Promise<Content<Routes[N]>> | Content<Routes[N]>

/** Handlers by route name. */
export type Handlers<N extends RouteName> = { readonly [Name in N]: Handler<Name> }

/** A handler of a route that no code names statically. */
export type AnyHandler = (call: {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | undefined
  profile: Profile | undefined
  userDb: UserScopedDb | undefined
  operator: boolean
  address: string
  language: Language
  headers: IncomingHttpHeaders
  idempotencyKey: string | undefined
}) => unknown
