import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { planFrom } from '@strikewise/plans/billing.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { isLanguage, type Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Strategy } from '@strikewise/domain/trading/trade-settings.ts'
import { USER_LIMITS, type UserLimit } from '@strikewise/domain/trading/user-limits.ts'
import { Secret } from '../secret.ts'
import { instantValue } from './instant-value.ts'
import { isRecord, plainValue } from './plain-value.ts'

/** A user as a document of `users/{uid}` describes them (specification §3), in our spelling. */
export interface ImportedUser {
  readonly uid: string
  readonly name: string
  readonly email: string
  /** Null: the document has none, or one that is not offered. */
  readonly language: Language | null
  /** Null: the document has none. */
  readonly plan: Plan | null
  readonly planExpiry: EpochMs | null
  readonly joinedAt: EpochMs | null
  readonly telegramChatId: string | null
  readonly keys: { readonly apiKey: Secret; readonly apiSecret: Secret } | undefined
  /** When the risk disclosure was accepted; null: it was, at an unknown time; undefined: it was not. */
  readonly disclosureAcceptedAt: EpochMs | null | undefined
  readonly strategies: readonly Strategy[]
}

/** Something about a document that a person should know. An error keeps the user out. */
export interface ImportFinding {
  readonly severity: 'error' | 'warning'
  readonly field: string
  readonly text: string
}

export interface ReadUser {
  readonly uid: string | undefined
  /** Undefined when a finding is an error. */
  readonly user: ImportedUser | undefined
  readonly findings: readonly ImportFinding[]
}

type Fields = Readonly<Record<string, unknown>>

const UID = /^[A-Za-z0-9_-]{1,64}$/
/** Ids that mean something else in the store: the kill switch of all accounts, and the owner of the operator's keys. */
const RESERVED: ReadonlySet<string> = new Set(['global', 'operator'])
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Reads one exported document: `{ uid | id | path | name, data | fields | … }`, every variant of its fields. */
export function readUserDocument(json: unknown): ReadUser {
  const reader = new DocumentReader()
  const { uid, fields } = reader.frameOf(json)
  const user = uid === undefined || fields === undefined ? undefined : reader.userOf(uid, fields)
  const failed = reader.findings.some(({ severity }) => severity === 'error')
  return { uid, user: failed ? undefined : user, findings: reader.findings }
}

class DocumentReader {
  readonly findings: ImportFinding[] = []

  /** The document's id and its fields, out of whatever the export wrapped them in. */
  frameOf(json: unknown): { uid: string | undefined; fields: Fields | undefined } {
    if (!isRecord(json)) {
      this.#error('document', 'is not an object')
      return { uid: undefined, fields: undefined }
    }
    const path = [json['path'], json['name']].find((one) => typeof one === 'string' && one.includes('users/'))
    const last = typeof path === 'string' ? path.split('/').at(-1) : undefined
    const uid = [json['uid'], json['id'], last].find((one) => typeof one === 'string' && one !== '')
    if (typeof uid !== 'string' || !UID.test(uid) || RESERVED.has(uid)) {
      this.#error('uid', 'is missing, reserved, or not 1 to 64 letters, digits, - and _')
      return { uid: undefined, fields: undefined }
    }
    const fields = plainValue(json['data'] ?? json['fields'] ?? json)
    return { uid, fields: isRecord(fields) ? fields : {} }
  }

  userOf(uid: string, fields: Fields): ImportedUser {
    const email = this.#text(fields, 'email')?.toLowerCase() ?? ''
    if (!EMAIL.test(email) || email.length > 254) this.#error('email', 'is missing, or not an email address')
    const name = this.#text(fields, 'name')?.slice(0, 100)
    if (name === undefined) this.#warn('name', 'is missing: mails greet without it')
    const { plan, planExpiry } = this.#planOf(fields)
    return {
      uid,
      email,
      name: name ?? '',
      language: isLanguage(fields['language']) ? fields['language'] : null,
      plan,
      planExpiry,
      joinedAt: this.#instant(fields, 'joinedAt') ?? null,
      telegramChatId: this.#chatOf(fields),
      keys: this.#keysOf(fields),
      disclosureAcceptedAt: this.#disclosureOf(fields),
      strategies: this.#strategiesOf(fields),
    }
  }

  #planOf(fields: Fields): { plan: Plan | null; planExpiry: EpochMs | null } {
    const plan = this.#planNameOf(fields['plan'] ?? null)
    const spellings = ['plan_expiry', 'planExpiry', 'expiry'] as const
    const known = spellings.flatMap((field) => {
      const at = this.#instant(fields, field)
      return at === undefined ? [] : [{ field, at }]
    })
    const [first, ...others] = known
    const different = others.filter(({ at }) => at !== first?.at)
    if (first !== undefined && different.length > 0)
      this.#warn(first.field, `is taken; ${different.map(({ field }) => field).join(' and ')} say otherwise`)
    if (plan === null || plan === 'starter') return { plan, planExpiry: null }
    if (first === undefined) this.#warn('plan_expiry', 'is missing: the plan counts as ended')
    return { plan, planExpiry: first?.at ?? null }
  }

  #planNameOf(value: unknown): Plan | null {
    if (value === null || value === '') return null
    const plan = typeof value === 'string' ? planFrom(value) : undefined
    if (plan === undefined) this.#error('plan', `is none of ours: ${JSON.stringify(value)}`)
    return plan ?? null
  }

  #chatOf(fields: Fields): string | null {
    const notified = fields['telegramChatId']
    if (notified === undefined || notified === null || notified === '') return null
    const text = typeof notified === 'string' ? notified.trim() : JSON.stringify(notified)
    if (/^-?\d{1,19}$/.test(text)) return text
    this.#warn('telegramChatId', 'is not a number and is left out')
    return null
  }

  #keysOf(fields: Fields): ImportedUser['keys'] {
    const link = isRecord(fields['zerodha']) ? fields['zerodha'] : {}
    const [key, secret] = [this.#text(link, 'api_key'), this.#text(link, 'api_secret')]
    if (key === undefined && secret === undefined) return undefined
    const isKey = (text: string | undefined) => text !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(text)
    if (!isKey(key) || !isKey(secret)) {
      this.#warn('zerodha', 'has no usable pair of api_key and api_secret: both are left out')
      return undefined
    }
    return { apiKey: new Secret(key!), apiSecret: new Secret(secret!) }
  }

  #disclosureOf(fields: Fields): EpochMs | null | undefined {
    const legal = isRecord(fields['legal']) ? fields['legal'] : {}
    const accepted = legal['zerodhaDisclosureAccepted'] ?? fields['zerodhaDisclosureAccepted']
    if (accepted !== true) return undefined
    return this.#instant(legal, 'zerodhaDisclosureAcceptedAt') ?? null
  }

  #strategiesOf(fields: Fields): Strategy[] {
    const settings = isRecord(fields['trade_settings']) ? fields['trade_settings'] : {}
    const rows: readonly unknown[] = Array.isArray(settings['strategies']) ? settings['strategies'] : []
    const read = new Map<string, Strategy>()
    for (const row of rows.filter(isRecord)) {
      const symbol = INDEX_SYMBOLS.find((one) => one === row['symbol'])
      if (symbol === undefined) {
        this.#warn('trade_settings', `has an unknown symbol ${JSON.stringify(row['symbol'])}, which is left out`)
        continue
      }
      if (row['auto_execute'] === true)
        this.#warn('trade_settings', `${symbol}: auto_execute is not carried over, its owner has to arm it again`)
      read.set(symbol, {
        symbol,
        lots: this.#whole(row, 'lots', USER_LIMITS.lots),
        autoExecute: false,
        approvalSeconds: null,
        trailing: row['tsl_enabled'] === true,
        slBuffer: this.#whole(row, 'sl_buffer', USER_LIMITS.slBufferRupees),
      })
    }
    return [...read.values()]
  }

  #whole(fields: Fields, field: string, { initial: otherwise, max: most }: UserLimit): number {
    const notified = fields[field]
    if (notified === undefined || notified === null || notified === '') return otherwise
    const value = Number(notified)
    if (Number.isInteger(value) && value >= 0 && value <= most) return value
    this.#warn('trade_settings', `${field} is not a whole number from 0 to ${most}: ${otherwise} is taken`)
    return otherwise
  }

  #text(fields: Fields, field: string): string | undefined {
    const value = fields[field]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }

  #instant(fields: Fields, field: string): EpochMs | undefined {
    const value = fields[field]
    if (value === undefined || value === null || value === '') return undefined
    const at = instantValue(value)
    if (at === undefined) this.#warn(field, 'is not a time and is left out')
    return at
  }

  #error(field: string, text: string): void {
    this.findings.push({ severity: 'error', field, text })
  }

  #warn(field: string, text: string): void {
    this.findings.push({ severity: 'warning', field, text })
  }
}
