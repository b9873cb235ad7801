import { type Refusal, refusal } from '@signet/kernel'

/**
 * A refusal in the form of OAuth (RFC 6749 5.2): `error` is the error, `error_description` the sentence. Its code is
 * the error as well, or that of the refusal `of` which it tells in this form.
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
