const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

/** Headers of everything that is data: nothing in it may run or be framed, and no cache stores it. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/**
 * Headers of identity's answers. The sign-in popup must keep its hold on the page that opened it, so here there is no
 * opener policy; the library sets its own content policy on the one page it renders.
 */
export const IDENTITY_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-store',
}

/**
 * Headers of a page of the app. `scripts` shows which may run, none of them inline by themselves; styles come from files, and no
 * text becomes markup. `formOrigins`: where its forms may be posted besides.
 */
export function pageHeaders(
  scripts: string,
  publicUrl: string,
  formOrigins: readonly string[],
): Record<string, string> {
  const socket = publicUrl.replace(/^http/, 'ws')
  return {
    ...COMMON,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-cache',
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${scripts}`,
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${socket}`,
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      ["form-action 'self'", ...formOrigins].join(' '),
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types strikewise-offline',
    ].join('; '),
  }
}

/** Sent to browsers only over TLS, where it has a meaning. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const
