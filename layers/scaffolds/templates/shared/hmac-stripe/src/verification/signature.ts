/** A request whose signature is to be checked. */
export interface SignedRequest {
  readonly headers: Headers
  readonly body: Uint8Array
}

/** The signature that a request claims. */
export interface ClaimedSignature {
  readonly id: string
  readonly seconds: string
  readonly encoding: 'hex' | 'base64'
  readonly signatures: readonly string[]
  /** The signed bytes. */
  readonly content: Uint8Array
}

/** Stripe: one header "t=<seconds>,v1=<hex>", over timestamp.body. The signed body contains the ID of the event. */
export const readSignature = ({ headers, body }: SignedRequest): ClaimedSignature => {
  const parts = (headers.get('stripe-signature') ?? '').split(',').map((each) => each.split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  return {
    id: /"id" *: *"(evt_[A-Za-z0-9]+)"/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? '',
    seconds,
    encoding: 'hex',
    signatures: parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : [])),
    content: Buffer.concat([Buffer.from(`${seconds}.`), body]),
  }
}

/** The key is used as the sender displays it, including any prefix. */
export const bytesOf = (key: string): Buffer => Buffer.from(key)
