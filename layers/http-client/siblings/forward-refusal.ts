import { type Refusal, refusal } from '@signet/kernel'

const isOneOf = <Code extends string>(refused: Refusal, codes: readonly Code[]): refused is Refusal<Code> =>
  (codes as readonly string[]).includes(refused.code)

/**
 * Returns the refusal itself if its code is one that the caller may receive, else 502 `upstream_failed` with
 * `sentence`, and the refusal as its cause.
 */
export const forwardRefusal = <const Code extends string>(
  refused: Refusal,
  codes: readonly Code[],
  sentence: string,
): Refusal<Code | 'upstream_failed'> =>
  isOneOf(refused, codes) ? refused : refusal('upstream_failed', sentence, { cause: refused })
