/** A refusal of the service, in its own words. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  /** The `Retry-After` of the answer, if any. */
  readonly retryAfterMs: number | undefined
  constructor(status: number, message: string, retryAfter: string | null = null) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
  }
}
