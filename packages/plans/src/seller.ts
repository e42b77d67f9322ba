/** Who sells the plans, as receipts name them. Without a GSTIN no tax is charged. */
export interface Seller {
  readonly name: string
  readonly address: string
  readonly gstin: string | null
  /** What is sold, by the tax's list of services; null: not given. Receipts from before it was asked lack it. */
  readonly sac?: string | null
}
