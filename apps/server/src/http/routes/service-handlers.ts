import { TEXT_VERSIONS } from '../../consents/consents.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

export function serviceHandlers(parts: WebDependencies): Handlers<'config' | 'clock'> {
  const { config, provider, publicAddress, payments, clock } = parts
  return {
    config: async () => ({
      brand: 'Strikewise',
      support: config.support,
      social: config.social,
      forum_url: config.forumUrl ?? null,
      demo_video_url: config.demoVideoUrl ?? null,
      seller: config.seller.name,
      registration: config.registration ?? null,
      payment: { provider: payments.name, mock: payments.name === 'mock', note: payments.note },
      providers: provider.up() ? ['google'] : [],
      sandbox: config.sandbox,
      sandbox_console_url: config.sandbox ? config.sandboxUrl : null,
      broker_login_origin: new URL(config.marketUrls.loginUrl).origin,
      broker_redirect_url: `${publicAddress.url}/connect-zerodha`,
      live_trading: config.liveTrading,
      paper_data: config.paperData,
      paper_trading: config.brokers.paper !== undefined,
      terms_version: TEXT_VERSIONS.terms,
    }),

    // The speed it was set to, not one that was measured: a pause would look like another speed.
    clock: async () => ({ now: clock.now(), speed: clock.running() ? clock.speed() : 0 }),
  }
}
