import { type Refusal, refusal } from '@signet/kernel'

/** A refusal in the form of OAuth (RFC 6749 5.2): `error` is the code, `error_description` the sentence. */
export const oauthRefusal = <const Code extends string>(code: Code, description: string): Refusal<Code> =>
  refusal(code, description, {
    extras: { error: code, error_description: description },
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
