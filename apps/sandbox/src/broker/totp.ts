import { generateSync, verifySync } from 'otplib'

const STEP_S = 30

/** The six-digit code of RFC 6238 (SHA-1, 30 s) for a base32 `secret` at a real instant. */
export function totpAt(secret: string, epochMs: number): string {
  return generateSync({ secret, epoch: Math.floor(epochMs / 1000) })
}

/** Whether `code` is the current code or that of one step before or after: people type slowly and clocks differ. */
export function isTotp(secret: string, code: string, epochMs: number): boolean {
  // The library throws on anything but six digits.
  if (!/^\d{6}$/.test(code)) return false
  return verifySync({ secret, token: code, epoch: Math.floor(epochMs / 1000), epochTolerance: STEP_S }).valid
}
