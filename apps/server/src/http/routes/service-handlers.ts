import { TEXT_VERSIONS } from '../../accounts/consents.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

/** Shorter spans make the measured speed jump about. */
const SPEED_SPAN_MS = 1000

export function serviceHandlers(parts: WebParts): Handlers<'config' | 'clock'> {
  const { config, provider, publicAddress, payments, clock } = parts
  let anchor = { market: clock.now(), real: performance.now() }
  let speed = 1
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
      broker_login_origin: new URL(config.kite.loginUrl).origin,
      broker_redirect_url: `${publicAddress.url}/connect-zerodha`,
      live_trading: config.liveTrading,
      paper_trading: config.brokers.paper !== undefined,
      terms_version: TEXT_VERSIONS.terms,
    }),

    async clock() {
      const now = { market: clock.now(), real: performance.now() }
      const span = now.real - anchor.real
      if (span >= SPEED_SPAN_MS) {
        // How fast the product's time ran since somebody last asked: whole numbers, as the sandbox has them.
        speed = Math.max(0, Math.round((now.market - anchor.market) / span))
        anchor = now
      }
      return { now: now.market, speed }
    },
  }
}
