import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LOSING_STREAK } from '@strikewise/domain/trading/account-limits.ts'
import type { AccountLimitSettings } from '@strikewise/wire/account-limits.ts'
import type { RiskSettings, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useWatch, type Control, type UseFormRegister } from 'react-hook-form'
import { broker } from '../../lib/broker.ts'
import { signedRupeesText, wholeRupeesText } from '../../lib/format.ts'
import { numberOrNone } from './number-field.ts'
import { PendingChange, PendingField } from './PendingChange.tsx'
import { ProfitLockFields } from './ProfitLockFields.tsx'

interface AccountLimitFieldsProps {
  control: Control<RiskSettings>
  register: UseFormRegister<RiskSettings>
  /** Values that wait to be in force. */
  pending: TradeSettingsReply['pending']
  ownTrades: TradeSettingsReply['own_trades']
  /** What is wrong with a field. */
  wrong: (field: Exclude<keyof AccountLimitSettings, 'profit_lock'>) => string | undefined
}

/** What the user limits over all indices; an empty field is no limit. */
export function AccountLimitFields({ control, register, wrong, pending, ownTrades }: AccountLimitFieldsProps) {
  const { t } = useLingui()
  const [week, fall] = useWatch({ control, name: ['weekly_loss_limit', 'drawdown_limit'] }).map(amountText)
  const waiting = (setting: keyof AccountLimitSettings) => ({ pending, setting })
  return (
    <fieldset className="mt-6">
      <legend className="text-sm font-medium">{t`Limits for the whole account`}</legend>
      <p className="mt-1 text-xs text-ink-3">
        <Trans>Over all indices. Leave a field empty for no limit. Exits and stop-loss orders always work.</Trans>
      </p>
      <OwnTrades ownTrades={ownTrades} />
      <div className="mt-3 grid items-start gap-5 sm:grid-cols-3">
        <PendingField
          {...waiting('max_trades_per_day')}
          label={t`Max trades per day`}
          inputMode="numeric"
          placeholder={t`no limit`}
          hint={t`All indices together. An entry that buys nothing does not count.`}
          error={wrong('max_trades_per_day')}
          {...register('max_trades_per_day', numberOrNone)}
        />
        <PendingField
          {...waiting('pause_after_loss_minutes')}
          label={t`Pause after a losing trade (minutes)`}
          inputMode="numeric"
          placeholder={t`no pause`}
          hint={t`No entry in any index for this long. The pauses after each exit apply as well.`}
          error={wrong('pause_after_loss_minutes')}
          {...register('pause_after_loss_minutes', numberOrNone)}
        />
        <PendingField
          {...waiting('max_losses_in_row')}
          label={t`Max losing trades in a row`}
          inputMode="numeric"
          placeholder={String(LOSING_STREAK)}
          hint={t`After this many, no more entries that day. Never more than ${LOSING_STREAK}.`}
          error={wrong('max_losses_in_row')}
          {...register('max_losses_in_row', numberOrNone)}
        />
        <PendingField
          {...waiting('weekly_loss_limit')}
          label={t`Weekly loss limit (₹)`}
          inputMode="numeric"
          placeholder={t`no limit`}
          hint={
            week ? t`No entry once the week has lost ${week}, until Monday.` : t`Monday to Sunday, charges included.`
          }
          error={wrong('weekly_loss_limit')}
          {...register('weekly_loss_limit', numberOrNone)}
        />
        <PendingField
          {...waiting('drawdown_limit')}
          label={t`Drawdown limit (₹)`}
          inputMode="numeric"
          placeholder={t`no limit`}
          hint={
            fall
              ? t`No entry once the account is ${fall} below its peak, until you change this limit.`
              : t`From the account’s peak, counted from the day on which you set or raise it.`
          }
          error={wrong('drawdown_limit')}
          {...register('drawdown_limit', numberOrNone)}
        />
      </div>
      <ProfitLockFields control={control} />
      <PendingChange {...waiting('profit_lock')} />
    </fieldset>
  )
}

/** What counts besides the product's own trades, with what there is of it today. */
function OwnTrades({ ownTrades }: Pick<AccountLimitFieldsProps, 'ownTrades'>) {
  const net = ownTrades && signedRupeesText(ownTrades.net)
  return (
    <p className="mt-1 text-xs text-ink-3">
      <Trans>
        Trades that you make in {broker}’s own app in NIFTY and BANKNIFTY options count towards the limits of a live
        account. Strikewise never closes them.
      </Trans>
      {ownTrades && (
        <>
          {' '}
          <strong className="font-medium text-ink-2">
            <Plural value={ownTrades.trades} one={`Today # trade, ${net} net.`} other={`Today # trades, ${net} net.`} />
          </strong>
        </>
      )}
    </p>
  )
}

/** An amount as it is shown; undefined while none is typed. */
function amountText(rupees: number | null | undefined): string | undefined {
  return typeof rupees === 'number' && Number.isFinite(rupees) ? wholeRupeesText(rupees) : undefined
}
