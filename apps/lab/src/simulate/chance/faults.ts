/**
 * Everything that may go wrong in a simulated day, by the number it has in the list of faults we plan for. `per` shows
 * where the choice is made: at each order call, each reading, each update, each transaction, each port call of a process,
 * or now and then for something that lasts a while. `alternatives`: in how many ways it can go wrong. `chance`: at each
 * opportunity; those of order calls are meant for sales, changes and cancels (see `ENTRY_SHARE`).
 */
export const FAULTS = {
  request_lost: { id: 'F1', per: 'call', alternatives: 1, chance: 0.3 },
  reply_lost: { id: 'F2', per: 'call', alternatives: 2, chance: 0.3 },
  answer_garbled: { id: 'F3', per: 'call', alternatives: 4, chance: 0.3 },
  rate_limited: { id: 'F4', per: 'call', alternatives: 1, chance: 0.3 },
  refused: { id: 'F7', per: 'call', alternatives: 3, chance: 0.3 },
  rejected_later: { id: 'F8', per: 'call', alternatives: 3, chance: 0.3 },
  stuck: { id: 'F9', per: 'call', alternatives: 5, chance: 0.3 },
  cancel_slow: { id: 'F10', per: 'cancel', alternatives: 3, chance: 0.5 },
  modify_refused: { id: 'F11', per: 'modify', alternatives: 2, chance: 0.5 },
  slow_call: { id: 'F15', per: 'call', alternatives: 3, chance: 0.3 },
  read_failed: { id: 'F3', per: 'read', alternatives: 3, chance: 0.04 },
  read_slow: { id: 'F15', per: 'read', alternatives: 2, chance: 0.05 },
  update_lost: { id: 'F22', per: 'update', alternatives: 1, chance: 0.3 },
  update_doubled: { id: 'F23', per: 'update', alternatives: 1, chance: 0.2 },
  update_late: { id: 'F24', per: 'update', alternatives: 3, chance: 0.25 },
  update_foreign: { id: 'F27', per: 'update', alternatives: 2, chance: 0.1 },
  token_expired: { id: 'F5', per: 'account', alternatives: 2, chance: 0.05, hashedAs: 'token_dead' },
  address_refused: { id: 'F6', per: 'account', alternatives: 1, chance: 0.04 },
  book_stale: { id: 'F12', per: 'account', alternatives: 3, chance: 0.08 },
  orders_hidden: { id: 'F12', per: 'call', alternatives: 3, chance: 0.3 },
  broker_down: { id: 'F13', per: 'environment', alternatives: 2, chance: 0.06 },
  squared_off: { id: 'F14', per: 'account', alternatives: 3, chance: 0.08 },
  part_fills: { id: 'F16', per: 'account', alternatives: 2, chance: 0.15 },
  freak_price: { id: 'F20', per: 'environment', alternatives: 5, chance: 0.02 },
  feed_silent: { id: 'F28', per: 'environment', alternatives: 4, chance: 0.05 },
  contract_frozen: { id: 'F29', per: 'environment', alternatives: 2, chance: 0.012 },
  reconnects: { id: 'F30', per: 'account', alternatives: 1, chance: 0.1 },
  crash: { id: 'F33', per: 'port', alternatives: 1, chance: 0.004 },
  freeze: { id: 'F34', per: 'process', alternatives: 3, chance: 0.06 },
  frozen_at_commit: { id: 'F34', per: 'tx', alternatives: 4, chance: 0.012 },
  deploy: { id: 'F35', per: 'process', alternatives: 1, chance: 0.05 },
  loop_blocked: { id: 'F38', per: 'process', alternatives: 1, chance: 0.1 },
  clock_step: { id: 'F39', per: 'process', alternatives: 4, chance: 0.06 },
  store_down: { id: 'F40', per: 'environment', alternatives: 3, chance: 0.06 },
  store_slow: { id: 'F41', per: 'tx', alternatives: 2, chance: 0.06 },
  disk_full: { id: 'F42', per: 'environment', alternatives: 1, chance: 0.1 },
  commit_unknown: { id: 'F43', per: 'tx', alternatives: 1, chance: 0.04 },
  tx_failed: { id: 'F44', per: 'tx', alternatives: 1, chance: 0.04 },
  signal_twice: { id: 'F45', per: 'signal', alternatives: 2, chance: 0.3 },
  disconnects: { id: 'F46', per: 'account', alternatives: 1, chance: 0.03 },
  plan_ends: { id: 'F47', per: 'account', alternatives: 2, chance: 0.04 },
  settings_change: { id: 'F48', per: 'account', alternatives: 3, chance: 0.08 },
  trades_manually: { id: 'F49', per: 'account', alternatives: 5, chance: 0.12, hashedAs: 'trades_by_hand' },
  kill_switch_flips: { id: 'F51', per: 'account', alternatives: 4, chance: 0.05, hashedAs: 'stop_flips' },
  opposite_signal: { id: 'F52', per: 'signal', alternatives: 1, chance: 0.15 },
  taken_unseen: { id: 'F12', per: 'call', alternatives: 3, chance: 0.3 },
  book_cut: { id: 'F3', per: 'account', alternatives: 1, chance: 0.08 },
  rests_manual_order: { id: 'F49', per: 'account', alternatives: 3, chance: 0.08, hashedAs: 'rests_by_hand' },
  sale_unseen: { id: 'F12', per: 'call', alternatives: 1, chance: 0.3 },
  lease_late: { id: 'F41', per: 'tx', alternatives: 4, chance: 0.06 },
  suspended: { id: 'F34', per: 'process', alternatives: 2, chance: 0.06 },
  set_back: { id: 'F39', per: 'process', alternatives: 2, chance: 0.06 },
  changes_stop: { id: 'F49', per: 'account', alternatives: 4, chance: 0.15 },
  sells_ahead_of_stop: { id: 'F49', per: 'account', alternatives: 3, chance: 0.25 },
  bid_absent: { id: 'F32', per: 'environment', alternatives: 3, chance: 0.03, hashedAs: 'bid_gone' },
  converts: { id: 'F49', per: 'account', alternatives: 2, chance: 0.05 },
  wire: { id: 'F3', per: 'wire', alternatives: 5, chance: 0.3 },
  login_under_call: { id: 'F5', per: 'wire', alternatives: 1, chance: 0.15 },
  relogin: { id: 'F5', per: 'account', alternatives: 1, chance: 0.1 },
  vault_slow: { id: 'F41', per: 'account', alternatives: 3, chance: 0.4 },
  cover_cut: { id: 'F16', per: 'call', alternatives: 1, chance: 0.3 },
  buys_back: { id: 'F49', per: 'account', alternatives: 3, chance: 0.2 },
  sells_before_stop: { id: 'F49', per: 'account', alternatives: 2, chance: 0.2 },
  no_trades: { id: 'F32', per: 'environment', alternatives: 2, chance: 0.08 },
  bus_away: { id: 'F45', per: 'environment', alternatives: 2, chance: 0.05 },
  funds_unread: { id: 'F3', per: 'account', alternatives: 2, chance: 0.1 },
  set_back_at_commit: { id: 'F39', per: 'tx', alternatives: 1, chance: 0.01 },
  lease_hung: { id: 'F41', per: 'process', alternatives: 1, chance: 0.015 },
  row_rejected: { id: 'F44', per: 'tx', alternatives: 3, chance: 0.02 },
  frozen_in_tx: { id: 'F34', per: 'tx', alternatives: 2, chance: 0.005 },
  clock_jumps: { id: 'F39', per: 'tx', alternatives: 4, chance: 0.02 },
  clock_wrong: { id: 'F39', per: 'process', alternatives: 5, chance: 0.06 },
  kill_switch_unreadable: { id: 'F40', per: 'account', alternatives: 2, chance: 0.03, hashedAs: 'stop_unreadable' },
  pool_exhausted: { id: 'F41', per: 'tx', alternatives: 2, chance: 0.01 },
  acts_at_call: { id: 'F49', per: 'port', alternatives: 5, chance: 0.01 },
  bus_partitioned: { id: 'F45', per: 'environment', alternatives: 2, chance: 0.03 },
  tail_lost: { id: 'F44', per: 'environment', alternatives: 2, chance: 0.1 },
  crash_offline: { id: 'F33', per: 'port', alternatives: 2, chance: 0.2 },
  journal_damaged: { id: 'F42', per: 'tx', alternatives: 5, chance: 0.5 },
  journal_of_another: { id: 'F42', per: 'tx', alternatives: 1, chance: 0.5 },
  crash_while_sending: { id: 'F33', per: 'call', alternatives: 3, chance: 0.1, hashedAs: 'dies_sending' },
  instructs: { id: 'F57', per: 'account', alternatives: 8, chance: 0.06 },
  instructs_at_call: { id: 'F57', per: 'port', alternatives: 3, chance: 0.01 },
  instructs_entry: { id: 'F57', per: 'signal', alternatives: 2, chance: 0.1 },
  reduces: { id: 'F57', per: 'account', alternatives: 3, chance: 0.06 },
  reduces_at_call: { id: 'F57', per: 'port', alternatives: 3, chance: 0.02 },
  tickets: { id: 'F58', per: 'account', alternatives: 8, chance: 0.06 },
  tickets_at_call: { id: 'F58', per: 'port', alternatives: 5, chance: 0.005 },
  trades_elsewhere: { id: 'F59', per: 'account', alternatives: 2, chance: 0.06 },
  tickets_at_decision: { id: 'F58', per: 'signal', alternatives: 2, chance: 0.1 },
  asks_first: { id: 'F59', per: 'account', alternatives: 3, chance: 0.03 },
  approves: { id: 'F59', per: 'account', alternatives: 5, chance: 0.4 },
  approves_at_call: { id: 'F59', per: 'port', alternatives: 5, chance: 0.02 },
  logic_registration: { id: 'F60', per: 'signal', alternatives: 2, chance: 0.2, isAlwaysOn: true },
  kill_switch_as_claimed: { id: 'F51', per: 'signal', alternatives: 2, chance: 0.04, hashedAs: 'stop_as_claimed' },
  journal_rename_refused: { id: 'F42', per: 'tx', alternatives: 2, chance: 0.5 },
  writes_slow: { id: 'F41', per: 'environment', alternatives: 2, chance: 0.02 },
} as const satisfies Record<string, Fault>

interface Fault {
  /** On every day that is not calm: what it needs, such as a live link, is rare itself. */
  readonly isAlwaysOn?: boolean
  readonly id: string
  readonly per:
    | 'call'
    | 'cancel'
    | 'modify'
    | 'wire'
    | 'read'
    | 'update'
    | 'account'
    | 'environment'
    | 'port'
    | 'process'
    | 'tx'
    | 'signal'
  readonly alternatives: number
  /** How likely it is at each choice while it is switched on at its ordinary strength. */
  readonly chance: number
  /** The name that its choices are hashed under, where that is not the kind: the days of all seeds stay as they were. */
  readonly hashedAs?: string
}

export type FaultKind = keyof typeof FAULTS
/** What stands for a kind in the hash that decides its choices. */
export function hashNameOf(kind: FaultKind): string {
  const { hashedAs }: Fault = FAULTS[kind]
  return hashedAs ?? kind
}

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

/** Whether a kind is on whenever the day is not calm. */
export function isAlwaysOn(kind: FaultKind): boolean {
  const fault: Fault = FAULTS[kind]
  return fault.isAlwaysOn === true
}

/** Kinds that are drawn at each order call. */
export const CALL_KINDS: readonly FaultKind[] = FAULT_KINDS.filter((kind) => {
  const { per } = FAULTS[kind]
  return per === 'call' || per === 'cancel' || per === 'modify'
})

/**
 * What of such a chance is left for an entry: one that comes to nothing leaves nothing to protect, and what is worth
 * trying comes after it.
 */
export const ENTRY_SHARE = 0.2
/** How much more often a reading of funds fails: there are few of them, and a process that begins waits for its first. */
export const FUNDS_SHARE = 5
