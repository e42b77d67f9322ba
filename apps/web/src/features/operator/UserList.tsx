import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import {
  LISTED_LINKS,
  LISTED_TERMS,
  type ListedLink,
  type ListedTerm,
  type ListedUser,
} from '@strikewise/wire/operator-users.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wireDay } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { userListQuery, type UserFilter } from './queries.ts'

const LINK_NAMES: Readonly<Record<ListedLink, MessageDescriptor>> = {
  none: msg`None`,
  paper: msg`Paper`,
  live: msg`Live`,
}
const TERM_NAMES: Readonly<Record<ListedTerm, MessageDescriptor>> = { running: msg`Running`, ended: msg`Ended` }

/** Users by plan, its term and their broker link, the newest first. Addresses are masked; `onOpen` is given the id of one. */
export function UserList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<UserFilter>({})
  return (
    <Card aria-labelledby="user-list-title">
      <CardHeader id="user-list-title" title={t`Users`} note={t`Newest first. Every page that is read is logged.`} />
      <Filters filter={filter} onChange={setFilter} />
      <Listed filter={filter} onOpen={onOpen} />
    </Card>
  )
}

function Filters({ filter, onChange }: { filter: UserFilter; onChange: (filter: UserFilter) => void }) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`Filter`} className="flex flex-wrap gap-3 border-b px-4 py-4">
      <SelectField
        label={t`Plan`}
        value={filter.plan ?? ''}
        onChange={({ target }) => onChange({ ...filter, plan: PLANS.find((one) => one === target.value) })}
      >
        <option value="">{t`All`}</option>
        {PLANS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Term`}
        value={filter.term ?? ''}
        onChange={({ target }) => onChange({ ...filter, term: LISTED_TERMS.find((one) => one === target.value) })}
      >
        <option value="">{t`All`}</option>
        {LISTED_TERMS.map((one) => (
          <option key={one} value={one}>
            {t(TERM_NAMES[one])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Broker link`}
        value={filter.link ?? ''}
        onChange={({ target }) => onChange({ ...filter, link: LISTED_LINKS.find((one) => one === target.value) })}
      >
        <option value="">{t`All`}</option>
        {LISTED_LINKS.map((one) => (
          <option key={one} value={one}>
            {t(LINK_NAMES[one])}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function Listed({ filter, onOpen }: { filter: UserFilter; onOpen: (id: string) => void }) {
  const { t } = useLingui()
  const list = useInfiniteQuery(userListQuery(filter))
  if (list.isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (list.data === undefined)
    return (
      <ErrorState
        title={t`This could not be loaded`}
        hint={errorDetail(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  if (list.data.length === 0) return <EmptyState title={t`No such users.`} />
  return (
    <>
      <TableFrame label={t`Table of users`}>
        <Table cards>
          <thead>
            <tr>
              <Th>{t`Name`}</Th>
              <Th>{t`Email`}</Th>
              <Th>{t`Plan`}</Th>
              <Th>{t`Broker link`}</Th>
              <Th>{t`Joined`}</Th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((user) => (
              <Row key={user.user_id} user={user} onOpen={onOpen} />
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {list.hasNextPage && (
        <div className="border-t px-4 py-3">
          <Button tone="secondary" size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            <Trans>Show earlier</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ user, onOpen }: { user: ListedUser; onOpen: (id: string) => void }) {
  const { t } = useLingui()
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td head="start" className="font-medium">
        <button
          type="button"
          className="rounded-sm text-accent-text underline underline-offset-2 touch:min-h-11"
          onClick={() => onOpen(user.user_id)}
        >
          {user.name || t`No name`}
        </button>
      </Td>
      <Td label={t`Email`}>{user.masked_email}</Td>
      <Td label={t`Plan`}>
        {user.plan_expiry === null ? (user.plan ?? t`None`) : t`${user.plan} until ${wireDay(user.plan_expiry)}`}
      </Td>
      <Td label={t`Broker link`}>
        {t(LINK_NAMES[user.link])}
        {user.link !== 'none' && `, ${user.connected ? t`connected` : t`not connected`}`}
      </Td>
      <Td label={t`Joined`}>{wireDay(user.joined_at)}</Td>
    </tr>
  )
}
