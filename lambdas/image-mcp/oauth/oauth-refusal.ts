import { type Refusal, refusal } from '@signet/kernel'

/**
 * Builds a refusal in OAuth form (RFC 6749 5.2): `error` is the error code, `error_description` the message. Its own
 * code is that of `original`; without one, `error`.
 */
export const oauthRefusal = <const Code extends string>(
  error: Code,
  description: string,
  original?: Pick<Refusal, 'code' | 'extras'>,
): Refusal<Code> =>
  refusal((original?.code ?? error) as Code, description, {
    extras: { ...original?.extras, error, error_description: description },
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
