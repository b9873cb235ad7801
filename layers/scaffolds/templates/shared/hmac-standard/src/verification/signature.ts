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

/** Standard Webhooks: signatures "v1,<base64>" separated by spaces, over id.timestamp.body. */
export const readSignature = ({ headers, body }: SignedRequest): ClaimedSignature => ({
  id: headers.get('webhook-id') ?? '',
  seconds: headers.get('webhook-timestamp') ?? '',
  encoding: 'base64',
  signatures: (headers.get('webhook-signature') ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => each.slice(3)),
  content: Buffer.concat([
    Buffer.from(`${headers.get('webhook-id') ?? ''}.${headers.get('webhook-timestamp') ?? ''}.`),
    body,
  ]),
})

/** Keys of Standard Webhooks are base64 after "whsec_". Any other text is used as it is. */
export const bytesOf = (key: string): Buffer =>
  key.startsWith('whsec_') ? Buffer.from(key.slice(6), 'base64') : Buffer.from(key)
