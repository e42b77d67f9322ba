/**
 * Who may see a screen. `landing`: as `open`, but users with a running plan are led to the dashboard. `trading`: Elite and
 * Master. `decisions`: users who see the core signals. `chat`: Master. `operator`: no plan; for others it does not exist.
 */
export type ScreenAccess = 'open' | 'landing' | 'signed in' | 'trading' | 'decisions' | 'chat' | 'operator'

/** As whom a screen is checked: no user, the demo account of a plan, who has just bought Elite and set nothing, the operator. */
export type Viewer = 'signed out' | 'starter' | 'pro' | 'elite' | 'master' | 'newcomer' | 'operator'

export interface ScreenDefinition<Path extends string = string> {
  /** As the app's router writes it: `$name` stands for one part of a path. */
  readonly path: Path
  readonly access: ScreenAccess
  /** The addresses at which the accessibility check and the screenshots open it, by the viewer who opens them. */
  readonly addressesByViewer: Readonly<Partial<Record<Viewer, readonly string[]>>>
}

/** A screen without sign-in, opened by no user, at `addresses` or at its path. */
const open = <Path extends string>(path: Path, addresses: readonly string[] = [path]): ScreenDefinition<Path> => ({
  path,
  access: 'open',
  addressesByViewer: { 'signed out': addresses },
})

/** A screen for users, opened by `viewers` at its path. */
const forUsers = <Path extends string>(
  path: Path,
  access: ScreenAccess,
  viewers: readonly Viewer[],
): ScreenDefinition<Path> => ({
  path,
  access,
  addressesByViewer: Object.fromEntries(viewers.map((viewer) => [viewer, [path]])),
})

const MINUTE = '/why/NIFTY/2026-09-16T10:31'

const DEFINITIONS = [
  { path: '/', access: 'landing', addressesByViewer: { 'signed out': ['/'] } },
  open('/plans'),
  open('/pricing'),
  open('/terms'),
  open('/privacy'),
  open('/disclosure'),
  open('/subscribe/starter'),
  open('/subscribe/$plan', ['/subscribe/pro', '/subscribe/elite']),
  open('/features'),
  open('/integrations'),
  open('/careers'),
  open('/docs'),
  open('/faqs'),
  open('/disclaimer'),
  open('/investor-charter'),
  open('/complaints'),
  open('/community/forum'),
  open('/support'),
  open('/api'),
  open('/status'),
  open('/trade-logs'),
  open('/community/top-traders'),
  { path: '/dpdp', access: 'open', addressesByViewer: { 'signed out': ['/dpdp'], elite: ['/dpdp'] } },
  open('/demo'),
  open('/demo/day'),
  open('/login'),
  open('/signup'),
  open('/confirm-email', ['/confirm-email', '/confirm-email?token=of-a-mail']),
  open('/reset-password', ['/reset-password', '/reset-password?token=of-a-mail']),
  { path: '/payment/$plan', access: 'open', addressesByViewer: { starter: ['/payment/elite?billing=quarterly'] } },
  open('/record'),
  forUsers('/dashboard', 'signed in', ['starter', 'elite', 'pro', 'master', 'newcomer']),
  forUsers('/profile', 'signed in', ['elite', 'newcomer']),
  forUsers('/support-chat', 'chat', ['elite', 'master']),
  forUsers('/operator', 'operator', ['operator']),
  {
    path: '/operator/$section',
    access: 'operator',
    addressesByViewer: {
      operator: [
        '/operator/support',
        '/operator/complaints',
        '/operator/users',
        '/operator/time-travel',
        '/operator/weights',
        '/operator/actions',
      ],
    },
  },
  forUsers('/change-password', 'signed in', ['elite']),
  { path: '/receipts/$id', access: 'signed in', addressesByViewer: { elite: ['/receipts/of-no-payment'] } },
  forUsers('/security', 'signed in', ['elite']),
  forUsers('/telegram-setup', 'signed in', ['elite']),
  forUsers('/alerts', 'signed in', ['starter', 'elite']),
  forUsers('/trade-settings', 'trading', ['starter', 'elite', 'pro', 'master', 'newcomer']),
  forUsers('/option-chain', 'signed in', ['starter', 'elite']),
  forUsers('/reports', 'signed in', ['elite', 'master', 'newcomer']),
  {
    path: '/why/$symbol/$minute',
    access: 'decisions',
    addressesByViewer: { starter: [MINUTE], elite: [MINUTE, '/why/NIFTY/2026-09-17T09:52'] },
  },
  { path: '/why/decision/$id', access: 'decisions', addressesByViewer: { elite: ['/why/decision/of-no-day'] } },
  forUsers('/connect-zerodha', 'trading', ['elite', 'newcomer']),
  forUsers('/zerodha-connect', 'trading', ['elite']),
] as const satisfies readonly ScreenDefinition[]

/** Path of a screen. The app's registry of screens does not compile while it lacks one. */
export type ScreenPath = (typeof DEFINITIONS)[number]['path']

/**
 * Every screen of the app. The server serves these addresses, the test of the gates opens each for every plan, the
 * accessibility check and the screenshots open each. How to add one: docs/how-to/add-a-screen.md.
 */
export const SCREENS: readonly ScreenDefinition<ScreenPath>[] = DEFINITIONS

const SHAPES = SCREENS.map(({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`))

/** Whether the app has a screen at `path`. A parameter that leads to nothing is the screen's own business. */
export const isScreenPath = (path: string): boolean => SHAPES.some((shape) => shape.test(path))
