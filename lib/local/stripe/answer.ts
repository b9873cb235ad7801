/** A response of the API or of a page. */
export interface StripeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
