import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { OptionChainDetails } from '@strikewise/wire/option-chain.ts'
import { decimalText } from '../../lib/format.ts'
import { signedLakh } from './signed-lakh.ts'
import { cx } from '../../ui/cx.ts'

export type OptionDetails = OptionChainDetails['ce']

interface DetailColumn {
  readonly key: string
  /** Short, as chains write it. */
  readonly head: string
  /** In full, for who points at it or does not see it. */
  readonly title: MessageDescriptor
  readonly text: (details: OptionDetails) => string | undefined
}

const figure = (value: number | null, digits: number) => (value === null ? undefined : decimalText(value, digits))

/** From the strike outwards: what is read beside open interest comes first. */
export const DETAIL_COLUMNS: readonly DetailColumn[] = [
  {
    key: 'oi_change',
    head: 'OI chg',
    title: msg`Change of open interest since 09:16`,
    text: ({ oi_change }) => (oi_change === null ? undefined : signedLakh(oi_change)),
  },
  { key: 'volume', head: 'Vol', title: msg`Volume today`, text: ({ volume }) => formatLakh(volume) },
  { key: 'iv', head: 'IV', title: msg`Implied volatility, % a year`, text: ({ iv }) => figure(iv, 1) },
  { key: 'delta', head: 'Delta', title: msg`Delta: ₹ a point of the index`, text: ({ delta }) => figure(delta, 2) },
  { key: 'theta', head: 'Theta', title: msg`Theta: ₹ a calendar day`, text: ({ theta }) => figure(theta, 1) },
  { key: 'vega', head: 'Vega', title: msg`Vega: ₹ a point of volatility`, text: ({ vega }) => figure(vega, 1) },
  {
    key: 'gamma',
    head: 'Gamma',
    title: msg`Gamma: change of delta a point of the index`,
    text: ({ gamma }) => figure(gamma, 4),
  },
]

const KINDS = {
  long_build_up: { short: 'LB', name: msg`long build-up` },
  short_build_up: { short: 'SB', name: msg`short build-up` },
  short_covering: { short: 'SC', name: msg`short covering` },
  long_unwinding: { short: 'LU', name: msg`long unwinding` },
} as const satisfies Record<NonNullable<OptionDetails['build_up']>['kind'], { short: string; name: MessageDescriptor }>

/** Columns on either side of the strike when the extra ones are shown. */
export const EXTRA_COLUMNS = DETAIL_COLUMNS.length + 1

export type Side = 'call' | 'put'

/** From left to right: puts lead away from the strike, calls towards it. */
const inOrder = (side: Side) => (side === 'put' ? DETAIL_COLUMNS : DETAIL_COLUMNS.toReversed())
const ORDER = { call: inOrder('call'), put: inOrder('put') }

/** Heads of one side's extra columns. */
export function DetailHeads({ side, className }: { side: Side; className: string }) {
  const { t } = useLingui()
  const align = side === 'call' ? 'text-right' : 'text-left'
  const buildUp = (
    <th key="build_up" scope="col" title={t`What was built up in 15 minutes`} className={cx(className, 'text-center')}>
      15m
      <span className="sr-only">, {t`What was built up in 15 minutes`}</span>
    </th>
  )
  const heads = ORDER[side].map(({ key, head, title }) => (
    <th key={key} scope="col" title={t(title)} className={cx(className, align)}>
      {head}
      <span className="sr-only">, {t(title)}</span>
    </th>
  ))
  return side === 'call' ? [buildUp, ...heads] : [...heads, buildUp]
}

interface DetailCellsProps {
  side: Side
  /** Undefined: not known now. */
  details: OptionDetails | undefined
  className: string
}

/** One option's extra figures. What is not known has a dash in its place, so that nothing moves. */
export function DetailCells({ side, details, className }: DetailCellsProps) {
  const align = side === 'call' ? 'text-right' : 'text-left'
  const buildUp = (
    <td key="build_up" className={cx(className, 'text-center')}>
      <BuildUp of={details?.build_up ?? undefined} />
    </td>
  )
  const cells = ORDER[side].map(({ key, text }) => (
    <td key={key} className={cx(className, align, 'text-ink-2')}>
      {(details === undefined ? undefined : text(details)) ?? '–'}
    </td>
  ))
  return side === 'call' ? [buildUp, ...cells] : [...cells, buildUp]
}

/** Two letters, coloured by what it means for the index, and both as text. */
export function BuildUp({ of }: { of: NonNullable<OptionDetails['build_up']> | undefined }) {
  const { t } = useLingui()
  if (of === undefined) return <span className="text-ink-3">–</span>
  const { short, name } = KINDS[of.kind]
  const kind = t(name)
  const meaning = of.meaning === 'bullish' ? t`${kind}, bullish for the index` : t`${kind}, bearish for the index`
  return (
    <span title={meaning} className={cx('text-xs font-semibold', of.meaning === 'bullish' ? 'text-up' : 'text-down')}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{meaning}</span>
    </span>
  )
}
