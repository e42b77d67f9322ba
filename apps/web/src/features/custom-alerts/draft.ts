import type {
  CrossingSide,
  CustomAlertRepeat,
  CustomAlertType,
  FlipDirection,
} from '@strikewise/domain/alerts/custom-alert.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { NewCustomAlert } from '@strikewise/wire/custom-alerts.ts'

/** What the form holds: a value for every field, of which a type needs some. */
export interface AlertDraft {
  readonly type: CustomAlertType
  readonly symbol: IndexSymbol
  readonly side: CrossingSide
  /** As it was typed. */
  readonly level: string
  readonly agent: string
  readonly flipTo: FlipDirection | 'either'
  readonly repeat: CustomAlertRepeat
}

/** What the form of a stored alert holds at first. What its type does not have gets the value of a new one. */
export function draftOfAlert(alert: NewCustomAlert): AlertDraft {
  const { type, symbol, side, level, agent, flip_to, repeat } = alert
  return {
    type,
    symbol: symbol ?? 'NIFTY',
    side: side ?? 'above',
    level: level === null ? '' : String(level),
    agent: agent ?? '',
    flipTo: flip_to ?? 'either',
    repeat,
  }
}

/** What the API takes of a draft: fields that its type does not have are null. */
export function alertOfDraft({ type, symbol, side, level, agent, flipTo, repeat }: AlertDraft): NewCustomAlert {
  const flips = type === 'agent_flip'
  const trimmed = level.trim().replaceAll(',', '')
  return {
    type,
    symbol: type === 'loss_share' ? null : symbol,
    side: flips ? null : type === 'loss_share' ? 'above' : side,
    level: flips || trimmed === '' ? null : Number(trimmed),
    agent: flips ? agent : null,
    flip_to: flips && flipTo !== 'either' ? flipTo : null,
    repeat,
  }
}
