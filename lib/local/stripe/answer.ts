/** A response of the API or of a page. */
export interface StripeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
