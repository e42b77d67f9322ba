import type { RouteName, Routes } from '@strikewise/wire/routes.ts'
import type * as z from 'zod'
import type { Caller } from '../identity/caller.ts'
import type { Profile } from '../accounts/profiles.ts'
import type { UserScopedDb } from '../store/user-scoped-db.ts'

type Parsed<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType } ? z.output<S> : undefined

/** A call as its handler sees it: parsed, authorised, the caller known unless the route is public. */
interface Call<N extends RouteName> {
  readonly params: Parsed<Routes[N], 'params'>
  readonly query: Parsed<Routes[N], 'query'>
  readonly body: Parsed<Routes[N], 'body'>
  readonly caller: Routes[N]['auth'] extends 'public' ? undefined : Caller
  readonly profile: Routes[N]['auth'] extends 'public' ? undefined : Profile
  /** The caller's door to the store. */
  readonly userDb: Routes[N]['auth'] extends 'public' ? undefined : UserScopedDb
  readonly operator: boolean
  readonly address: string
  readonly idempotencyKey: string | undefined
}

/** Answers one route. The reply is checked against the route's schema, which drops what the schema does not name. */
type Handler<N extends RouteName> = (call: Call<N>) => Promise<z.input<Routes[N]['reply']>>

/** Handlers by route name. */
export type Handlers<N extends RouteName> = { readonly [Name in N]: Handler<Name> }

/** A handler of a route nobody names statically. */
export type AnyHandler = (call: {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | undefined
  profile: Profile | undefined
  userDb: UserScopedDb | undefined
  operator: boolean
  address: string
  idempotencyKey: string | undefined
}) => Promise<unknown>
