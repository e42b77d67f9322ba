import type { FlattenRequest } from '@strikewise/wire/flatten.ts'
import type { UsersQuery } from '@strikewise/wire/operator-users.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const POLL_MS = 10_000
const UNDER_WAY_MS = 2000
const HEALTH_MS = 5000

/** What waits for an operator. */
export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) => api.call('operatorOverview', { signal }),
  refetchInterval: POLL_MS,
})

/** Requests to flatten accounts: every 2 s while one is under way. */
export const flattenQuery = queryOptions({
  queryKey: ['operator', 'flatten'],
  queryFn: ({ signal }) => api.call('flattenRequests', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.requests.some(isUnderWay) === true ? UNDER_WAY_MS : POLL_MS),
})

/** What operators asked for that takes a second one. */
export const approvalsQuery = queryOptions({
  queryKey: ['operator', 'approvals'],
  queryFn: ({ signal }) => api.call('operatorApprovals', { signal }),
  refetchInterval: POLL_MS,
})

/** What users paid, by month and plan. */
export const revenueQuery = queryOptions({
  queryKey: ['operator', 'revenue'],
  queryFn: ({ signal }) => api.call('operatorRevenue', { signal }),
  refetchInterval: 30 * POLL_MS,
})

/** Alarms and findings, and what operators did about them. */
export const exceptionsQuery = queryOptions({
  queryKey: ['operator', 'exceptions'],
  queryFn: ({ signal }) => api.call('operatorExceptions', { signal }),
  refetchInterval: POLL_MS,
})

/** How the processes of the service are doing: their reports come every 5 s. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: ({ signal }) => api.call('operatorHealth', { signal }),
  refetchInterval: HEALTH_MS,
})

function isUnderWay({ state, complete, open_exits }: FlattenRequest): boolean {
  return state === 'open' || (state === 'confirmed' && (!complete || open_exits > 0))
}

/** The logic that may trade live, and open registrations. */
export const logicQuery = queryOptions({
  queryKey: ['operator', 'logic'],
  queryFn: ({ signal }) => api.call('operatorLogic', { signal }),
})

/** Stored option chains: a session is added each night. */
export const chainHistoryQuery = queryOptions({
  queryKey: ['operator', 'chain-history'],
  queryFn: ({ signal }) => api.call('operatorChainHistory', { signal }),
  refetchInterval: 30 * POLL_MS,
})

/** Registered trials, and what each waits for or found. */
export const trialsQuery = queryOptions({
  queryKey: ['operator', 'trials'],
  queryFn: ({ signal }) => api.call('operatorTrials', { signal }),
})

export const feedSessionQuery = queryOptions({
  queryKey: ['operator', 'feed'],
  queryFn: ({ signal }) => api.call('operatorFeedSession', { signal }),
  refetchInterval: POLL_MS,
})

export const ticketsQuery = (show: 'waiting' | 'all') =>
  queryOptions({
    queryKey: ['operator', 'tickets', show],
    queryFn: ({ signal }) => api.call('operatorTickets', { query: { show }, signal }),
    refetchInterval: POLL_MS,
  })

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'ticket', id],
    queryFn: ({ signal }) => api.call('operatorTicket', { params: { id }, signal }),
    refetchInterval: 3000,
  })

/** Incidents of the status page. */
export const operatorIncidentsQuery = queryOptions({
  queryKey: ['operator', 'incidents'],
  queryFn: ({ signal }) => api.call('operatorIncidents', { signal }),
  refetchInterval: POLL_MS,
})

/** What is announced to users, was, or will be. */
export const operatorAnnouncementsQuery = queryOptions({
  queryKey: ['operator', 'announcements'],
  queryFn: ({ signal }) => api.call('operatorAnnouncements', { signal }),
  refetchInterval: POLL_MS,
})

/** Who has each optional feature. */
export const operatorFlagsQuery = queryOptions({
  queryKey: ['operator', 'flags'],
  queryFn: ({ signal }) => api.call('operatorFlags', { signal }),
  refetchInterval: POLL_MS,
})

export const complaintsQuery = queryOptions({
  queryKey: ['operator', 'complaints'],
  queryFn: ({ signal }) => api.call('operatorComplaints', { signal }),
})

export const weightsQuery = queryOptions({
  queryKey: ['operator', 'weights'],
  queryFn: ({ signal }) => api.call('operatorWeights', { signal }),
})

/** What the agents on trial show, every 10 s. */
export const shadowAgentsQuery = queryOptions({
  queryKey: ['operator', 'shadow-agents'],
  queryFn: ({ signal }) => api.call('operatorShadowAgents', { signal }),
  refetchInterval: POLL_MS,
})

/** What the voting agents knew of the next move, from the decision log: it grows by five minutes at a time. */
export const agentEvidenceQuery = queryOptions({
  queryKey: ['operator', 'agent-evidence'],
  queryFn: ({ signal }) => api.call('operatorAgentEvidence', { signal }),
  refetchInterval: 30 * POLL_MS,
})

export const actionsQuery = queryOptions({
  queryKey: ['operator', 'actions'],
  queryFn: ({ signal }) => api.call('operatorActions', { signal }),
})

/** One user, by the whole address or out of the list. Read once: each look is logged. */
export type UserKey = { readonly email: string } | { readonly id: string }

export const userQuery = (by: UserKey) =>
  queryOptions({
    queryKey: ['operator', 'user', by],
    queryFn: ({ signal }) =>
      'id' in by
        ? api.call('operatorUserById', { params: { id: by.id }, signal })
        : api.call('operatorUser', { query: { email: by.email }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })

export type UserFilter = Omit<UsersQuery, 'before'>

/** Users of a filter, a page at a time. Read once: each page that is read is logged. */
export const userListQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'users', filter],
    queryFn: ({ signal, pageParam }) =>
      api.call('operatorUsers', { query: { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.users),
    refetchOnWindowFocus: false,
  })

/** Whose screens are asked for, at which instant (ISO 8601), and why. */
export interface PastQuestion {
  readonly userId: string
  readonly at: string
  readonly reason: string
}

/** The screens of a user at a past second. Read once: each look is logged, and shown to the user. */
export const pastStateQuery = ({ userId, at, reason }: PastQuestion) =>
  queryOptions({
    queryKey: ['operator', 'past', userId, at, reason],
    queryFn: ({ signal }) => api.call('operatorPastState', { params: { id: userId }, query: { at, reason }, signal }),
    retry: false,
    // What is past does not change.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
