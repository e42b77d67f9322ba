import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { broker } from '../../lib/broker.ts'
import { setLanguage, useLanguage } from '../../lib/language.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { meQuery } from '../../lib/queries.ts'
import { setTheme, useTheme } from '../../lib/theme.ts'
import { chartSubject } from '../market-chart/chart-subject.ts'
import { INDEX_NAMES } from '../market-chart/index-names.ts'
import { requestAct, type ActRequest } from '../position/act-request.ts'
import { openTicket } from '../ticket/ticket-request.ts'
import { contractsTyped } from './contracts-typed.ts'

export interface Command {
  /** What is shown, and what the typed words are looked for in. */
  readonly label: string
  /** Words that find it as well. */
  readonly also?: string
  /** The key that does the same on the dashboard. */
  readonly keys?: string
  readonly run: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly Command[]
}

/** With the key that opens it from the dashboard, where there is one. */
const SCREENS: readonly (readonly [to: string, title: MessageDescriptor, keys?: string])[] = [
  ['/dashboard', msg`Dashboard`],
  ['/trade-settings', msg`Trade Settings`],
  ['/option-chain', msg`Option chain`, 'C'],
  ['/reports', msg`Reports`],
  ['/connect-zerodha', msg`Connect ${broker}`],
  ['/alerts', msg`Alerts`],
  ['/telegram-setup', msg`Telegram Integration`],
  ['/security', msg`Security`],
  ['/profile', msg`Profile`],
  ['/record', msg`The record`],
  ['/plans', msg`Plans and pricing`],
  ['/docs', msg`User guide`],
  ['/support-chat', msg`Support`],
]

/** Everything that can be done by name: screens to open, charts, contracts, acts on trades, theme and language. `typed` names a contract by its strike. */
export function useCommands(typed: string): readonly CommandGroup[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { history } = useRouter()
  const open = (to: string) => history.push(to)
  const onDashboard = (act: () => void) => () => void navigate({ to: '/dashboard' }).then(act)
  return [
    { label: t`Contracts`, items: useContractCommands(typed, onDashboard) },
    { label: t`Trading`, items: useTradingCommands(onDashboard) },
    {
      label: t`Chart`,
      items: (['NIFTY', 'BANKNIFTY'] as const).map((symbol) => ({
        label: t`Chart of ${INDEX_NAMES[symbol]}`,
        also: symbol,
        run: onDashboard(() => chartSubject.set(symbol)),
      })),
    },
    {
      label: t`Go to`,
      items: SCREENS.map(([to, title, keys]) => ({
        label: t(title),
        ...(keys === undefined ? {} : { keys }),
        run: () => open(to),
      })),
    },
    { label: t`Appearance`, items: useAppearanceCommands() },
  ]
}

/** The contracts that are typed, such as '24500 CE': each opens its ticket. */
function useContractCommands(typed: string, onDashboard: (act: () => void) => () => void): readonly Command[] {
  const { data: indices } = useQuery(indicesQuery)
  return contractsTyped(typed, { NIFTY: indices?.nifty50?.price, BANKNIFTY: indices?.banknifty?.price }).map(
    ({ symbol, strike, side }) => ({
      label: `${symbol} ${strike} ${side}`,
      also: `${strike}${side} ${typed}`,
      run: onDashboard(() => openTicket({ symbol, strike, side })),
    }),
  )
}

/** Each asks before anything is sent: the same dialogs as the buttons of the dashboard open. */
function useTradingCommands(onDashboard: (act: () => void) => () => void): readonly Command[] {
  const { t } = useLingui()
  const { data: me } = useQuery(meQuery)
  const act = (request: ActRequest) => onDashboard(() => requestAct(request))
  const pause: Command =
    me?.stop.user === true
      ? { label: t`Resume entries`, keys: 'P', run: act('resume') }
      : { label: t`Pause entries`, keys: 'P', run: act('pause') }
  return [
    ...(me !== undefined && canTrade(me) ? [pause] : []),
    { label: t`Pause and exit all open trades`, keys: 'Shift+X', run: act('exit_all') },
    { label: t`Keyboard shortcuts`, keys: '?', run: act('shortcuts') },
  ]
}

function useAppearanceCommands(): readonly Command[] {
  const { t } = useLingui()
  const isDark = useTheme() === 'dark'
  const isHindi = useLanguage() === 'hi'
  return [
    {
      label: isDark ? t`Switch to light theme` : t`Switch to dark theme`,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    {
      // untranslated: in its own words
      label: isHindi ? 'English' : 'हिन्दी',
      also: t`Language`,
      run: () => void setLanguage(isHindi ? 'en' : 'hi'),
    },
  ]
}
