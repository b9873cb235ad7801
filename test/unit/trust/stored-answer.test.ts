import { expect, test } from 'vitest'
import { replyOf } from '../../../lambdas/trust/bundles/artifact-reply.ts'

test.each([
  ['too_large', 'payload_too_large'],
  ['utf8', 'unsupported_media_type'],
] as const)('bytes that violate the rule %s are refused with %s', (rule, code) => {
  const verdict = { ok: false, rule, message: 'the reason' } as const
  const answer = replyOf('org', 'text/plain', { outcome: 'refused', verdict })
  expect(answer).toMatchObject({ code, extras: { rule } })
})
