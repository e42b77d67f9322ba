export interface DataRightsTables {
  nominees: { user_id: string; name: string; email: string; relation: string; changed_at: Date }
  erasures: { user_id: string; asked_at: Date; done_at: Date | null }
}
