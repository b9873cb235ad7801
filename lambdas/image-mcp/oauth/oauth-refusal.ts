import { type Refusal, refusal } from '@signet/kernel'

/**
 * A refusal in OAuth form (RFC 6749 5.2): `error` is the error code, `error_description` the message. The refusal has
 * the code of `of` if given, or else `error`.
 */
export const oauthRefusal = <const Code extends string>(
  error: Code,
  description: string,
  of?: Pick<Refusal, 'code' | 'extras'>,
): Refusal<Code> =>
  refusal((of?.code ?? error) as Code, description, {
    extras: { ...of?.extras, error, error_description: description },
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
