/** Findings of verifying the public log. */
export type TamperFinding =
  | { readonly code: 'tamper.after_next_root'; readonly entry: number }
  | { readonly code: 'tamper.day_cut'; readonly entry: number; readonly last: number }
  | { readonly code: 'tamper.foreign_line' }
  | { readonly code: 'tamper.root_changed' }
  | { readonly code: 'tamper.entry_changed' }
  | { readonly code: 'tamper.beyond_root'; readonly last: number }
  | { readonly code: 'tamper.copied_ahead'; readonly entry: number }
  | { readonly code: 'tamper.out_of_place'; readonly entry: number; readonly expected: number }
  | { readonly code: 'tamper.missing'; readonly entry: number }
  | { readonly code: 'tamper.missing_range'; readonly from: number; readonly to: number }
  | { readonly code: 'tamper.no_continuation' }
  | { readonly code: 'tamper.other_day'; readonly entry: number }
  | { readonly code: 'tamper.twins'; readonly entry: number }
  | { readonly code: 'tamper.repeated'; readonly entry: number }
  | { readonly code: 'tamper.rewritten' }
  | { readonly code: 'tamper.empty' }
  | { readonly code: 'tamper.before_root' }
  | { readonly code: 'tamper.first_line' }
  | { readonly code: 'tamper.root_missing' }
  | { readonly code: 'tamper.entry_before_root_twice' }
  | { readonly code: 'tamper.entry_before_root' }
  | { readonly code: 'tamper.other_key'; readonly key: string }
  | { readonly code: 'tamper.bad_signature' }
  | { readonly code: 'tamper.root_count' }
  | { readonly code: 'tamper.day_missing'; readonly from: number; readonly to: number }
  | { readonly code: 'tamper.day_repeated' }
  | { readonly code: 'tamper.days_out_of_order' }
  | { readonly code: 'tamper.root_chain' }
  | { readonly code: 'tamper.cut'; readonly entry: number; readonly last: number }
