import type { Migration } from 'kysely/migration'
import { up as identity } from './20261121T0900_identity.ts'
import { up as accounts } from './20261121T0910_accounts.ts'
import { up as market } from './20261121T0920_market.ts'
import { up as execution } from './20261121T0930_execution.ts'
import { up as paperLinks } from './20261121T1100_paper_links.ts'
import { up as audit } from './20261121T1200_audit.ts'
import { up as parallelTrades } from './20261121T1300_parallel_trades.ts'
import { up as stopNotices } from './20261121T1400_stop_notices.ts'
import { up as kindsApart } from './20261121T1500_kinds_apart.ts'
import { up as record } from './20261121T1600_record.ts'
import { up as slowInputs } from './20261121T1700_slow_inputs.ts'
import { up as dailyReports } from './20261121T2100_daily_reports.ts'
import { up as alerts } from './20261121T1800_alerts.ts'
import { up as twoFactor } from './20261121T2000_two_factor.ts'
import { up as publicPages } from './20261121T2200_public_pages.ts'
import { up as learning } from './20261121T2300_learning.ts'
import { up as dataRights } from './20261121T2320_data_rights.ts'
import { up as billing } from './20261122T0100_billing.ts'
import { up as checkouts } from './20261122T0200_checkouts.ts'
import { up as operator } from './20261122T0210_operator.ts'
import { up as identityRateLimits } from './20261122T0230_identity_rate_limits.ts'
import { up as rowSecurity } from './20261122T0540_row_security.ts'
import { up as covers } from './20261122T1000_covers.ts'
import { up as signUps } from './20261122T1200_sign_ups.ts'
import { up as countTries } from './20261122T1300_count_tries.ts'
import { up as operatorChain } from './20261122T1310_operator_chain.ts'
import { up as accountChanges } from './20261122T1840_account_changes.ts'
import { up as recordWithoutPlan } from './20261122T2130_record_without_plan.ts'
import { up as endedSessions } from './20261122T2140_ended_sessions.ts'
import { up as accountLanguage } from './20261123T0400_account_language.ts'
import { up as mailLanguage } from './20261123T0410_mail_language.ts'
import { up as messages } from './20261123T0712_messages.ts'
import { up as messageForm } from './20261123T0915_message_form.ts'

/** Every migration by name, run in the order of the names. Add at the end; never change one that was released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '20261121T0900_identity': { up: identity },
  '20261121T0910_accounts': { up: accounts },
  '20261121T0920_market': { up: market },
  '20261121T0930_execution': { up: execution },
  '20261121T1100_paper_links': { up: paperLinks },
  '20261121T1200_audit': { up: audit },
  '20261121T1300_parallel_trades': { up: parallelTrades },
  '20261121T1400_stop_notices': { up: stopNotices },
  '20261121T1500_kinds_apart': { up: kindsApart },
  '20261121T1600_record': { up: record },
  '20261121T1700_slow_inputs': { up: slowInputs },
  '20261121T2100_daily_reports': { up: dailyReports },
  '20261121T1800_alerts': { up: alerts },
  '20261121T2000_two_factor': { up: twoFactor },
  '20261121T2200_public_pages': { up: publicPages },
  '20261121T2300_learning': { up: learning },
  '20261121T2320_data_rights': { up: dataRights },
  '20261122T0100_billing': { up: billing },
  '20261122T0200_checkouts': { up: checkouts },
  '20261122T0210_operator': { up: operator },
  '20261122T0230_identity_rate_limits': { up: identityRateLimits },
  '20261122T0540_row_security': { up: rowSecurity },
  '20261122T1000_covers': { up: covers },
  '20261122T1200_sign_ups': { up: signUps },
  '20261122T1300_count_tries': { up: countTries },
  '20261122T1310_operator_chain': { up: operatorChain },
  '20261122T1840_account_changes': { up: accountChanges },
  '20261122T2130_record_without_plan': { up: recordWithoutPlan },
  '20261122T2140_ended_sessions': { up: endedSessions },
  '20261123T0400_account_language': { up: accountLanguage },
  '20261123T0410_mail_language': { up: mailLanguage },
  '20261123T0712_messages': { up: messages },
  '20261123T0915_message_form': { up: messageForm },
}
