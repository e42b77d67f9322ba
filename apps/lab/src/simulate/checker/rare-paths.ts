/**
 * Paths through the program that only happen when several things go wrong together. A batch that never came by one of
 * them has not tried it: then either the simulation is too kind or the path is dead.
 */
export const RARE_PATHS = [
  /** The answer to an entry was lost; it had filled, and became a trade. */
  'entry_in_doubt_found_filled',
  'entry_in_doubt_given_up',
  /** Abandoned, then it filled after all and was adopted. */
  'late_fill_adopted',
  'entry_priced_again',
  'part_fill_protected',
  'decision_received_twice_traded_once',
  'kill_switch_held_entry_back',
  'day_locked',
  'stop_trailed',
  /** What users asked for their trades in the product. */
  'stop_raised_by_user',
  'exit_by_user',
  'late_fill_exited_by_user',
  'entry_given_up_by_user',
  'lowered_target_taken',
  /** A part of a position was sold for its user; its answer was lost, it did not fill, or it stood and was cancelled. */
  'part_sold_by_user',
  'part_sale_in_doubt',
  'part_sale_unfilled',
  'part_sale_cancelled',
  /** A trade of the user's own in a contract of no trade of ours, counted towards the limits. */
  'foreign_trade_counted',
  /** What users asked to enter: bought, too late, or at a limit that nothing was offered at. */
  'ticket_bought',
  'ticket_expired',
  'ticket_under_the_ask',
  /** The stop would not rest, and the exit began instead. */
  'stop_refused_and_exit_won',
  'stop_filled_while_moving',
  'cancel_lost_to_fill',
  'chase_reached_last_step',
  'protected_twice',
  'extra_protection_cancelled',
  'stop_taken_away_and_put_back',
  'manual_sale_found',
  'token_expired_with_position',
  'square_off',
  'exit_of_day_cap',
  'exit_of_profit_lock',
  'killed_in_recovery',
  'successor_carried_on',
  'both_executors_called',
  'lease_taken_from_frozen_leader',
  'exit_journaled_offline_and_brought_in',
  'commit_unknown_with_position',
  /** The broker refused to move a stop that rests, then twice in a row. */
  'stop_move_refused',
  'stop_move_refused_twice',
  /** The broker refused a step of an exit. */
  'exit_step_refused',
  /** The answer to a sale was lost: to the stop's own, or to an exit's. */
  'stop_in_doubt',
  'exit_in_doubt',
  'stop_move_in_doubt',
  /** A sale was taken and then rejected. */
  'sale_rejected_after_acceptance',
  /** A sale stood between broker and exchange for more than two seconds. */
  'sale_stuck_on_its_way',
  /** It had no buyer until the close: it was settled at its value. */
  'settled_at_expiry',
  /** What was held had no bid, for seconds and for minutes. */
  'bid_absent_with_position',
  'bid_absent_for_minutes',
  /** The exchange threw an exit out of its price band. */
  'exit_out_of_band',
  /** A sale of ours was rejected for lack of margin: the user's own sale counts what is held as gone. */
  'sale_refused_for_margin',
  /** The user turned units of ours into a position of another product, and it was noticed. */
  'conversion_noticed',
  /** The broker's own dealers cancelled our stop and sold what was held. */
  'squared_off_by_broker',
  /** A login was replaced while an order call was under way. */
  'login_replaced_under_call',
  /** What may happen to an order call and its answer on the wire. */
  'edge_turned_away',
  'answer_cut',
  'answer_of_another_order',
  'reset_before_leaving',
  'reset_after_leaving',
  /** What was sold short is bought back: the purchase leaves; it fills, in part or not; it is refused, or there is no answer. */
  'cover_sent',
  'cover_filled',
  'cover_partly_filled',
  'cover_unfilled',
  'cover_refused',
  'cover_in_doubt',
  /** The store rejected a row of a position: its trade's, an intent's, an order's, a fill's. */
  'row_rejected_with_position',
  /** A process stood still with its rows locked while a position was open. */
  'frozen_in_tx_with_position',
  /** A machine's clock jumped by hours for a moment, or went wrong for good, while a position was open. */
  'clock_jumped_with_position',
  'clock_wrong_with_position',
  /** The user sold, or changed our stop, in the very moment a call of ours left. */
  'user_acted_at_call',
  /** The bus was cut while a position was open: no quote, no decision and no hint reached any account. */
  'bus_partitioned_with_position',
  /** So many accounts traded one decision that a batch of claims was full, and that transactions waited for connections. */
  'claims_filled_a_batch',
  'connections_waited_for',
  /** Something went wrong between the square-off and its deadline, or at the close, while a position was open. */
  'fault_after_the_square_off',
  'fault_at_the_close',
  /** The store lost its newest commits while a position was open. */
  'tail_lost_with_position',
  /** Every connection to the store was held by other work while a position was open. */
  'pool_exhausted_with_position',
  /** The offline journal was damaged when it was read, or another machine's lay beside it, while a position was open. */
  'journal_damaged_with_position',
  'journal_of_another_with_position',
  /** An entry was refused because the clocks disagree. */
  'clock_held_entry_back',
] as const

export type RarePath = (typeof RARE_PATHS)[number]
