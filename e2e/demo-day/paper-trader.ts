import { signIn, subscribe } from '../../apps/demo/src/account.ts'
import type { BrowserSession } from '../../apps/demo/src/browser-session.ts'
import { sandboxUrls } from '../../apps/demo/src/sandbox-urls.ts'
import type { DevStack } from '../dev-stack.ts'

const USER = { name: 'Demo trader', email: 'trader@demo-day.example', password: 'one-recorded-market-day' }

/** Signs a user of the plan Master up, opens the paper account, and arms one lot of every index. */
export async function openPaperTrader(stack: DevStack): Promise<BrowserSession> {
  const outside = sandboxUrls(stack.sandboxUrl)
  const visitor = await signIn(stack.url, outside, USER)
  await subscribe(visitor, 'master', (await outside.clock()).now)
  await visitor.api.call('acceptBrokerDisclosure', { body: { accepted: true } })
  await visitor.api.call('connectPaper', { body: {} })
  await visitor.api.call('saveRiskSettings', {
    body: {
      capital: 500_000,
      daily_loss_cap_pct: 3,
      max_entries_per_symbol: 3,
      max_positions_per_symbol: 1,
      cover_manual_shorts: false,
    },
  })
  const { entitlements } = await visitor.api.call('me')
  const strategies = entitlements.auto_symbols.map((symbol) => ({
    symbol,
    lots: 1,
    auto_execute: true,
    tsl_enabled: true,
    sl_buffer: 10,
  }))
  await visitor.api.call('saveTradeSettings', { body: { consentGiven: true, strategies } })
  return visitor
}
