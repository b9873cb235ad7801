import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VendorResponse } from '../../../../lambdas/images/providers/live/vendor.ts'
import { USER_MESSAGES, VendorFault } from '../../../../lambdas/images/providers/live/vendor-fault.ts'
import { VENDORS } from '../../../../lambdas/images/providers/vendors.ts'
import { scaled } from '../../../support/scale.ts'
import { imageRequestFor } from './live-world.ts'
import { WIRE_FORMATS } from './wire-formats.ts'

/** Values that resemble real ones in places, so that every branch of a reader is reached. */
const word = fc.constantFrom(
  'SAFETY',
  'STOP',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'moderation_blocked',
  'insufficient_quota',
  'model_not_found',
  '34s',
  'nsfw',
  'aGVsbG8=',
)
const leaf = fc.oneof(word, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const name = fc.constantFrom(
  ...[
    'error',
    'errors',
    'code',
    'type',
    'status',
    'details',
    'message',
    'reason',
    'retryDelay',
    'violations',
    'quotaId',
  ],
  ...['result', 'image', 'success', 'data', 'b64_json', 'usage', 'input_tokens', 'output_tokens', 'candidates'],
  ...['content', 'parts', 'inlineData', 'thought', 'finishReason', 'promptFeedback', 'blockReason', 'usageMetadata'],
  ...['models', 'name', 'nextPageToken', 'properties', 'property_id', 'value', 'id', 'shutdown_date', '__proto__'],
)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
  ),
}))
const body = fc.oneof(
  { weight: 4, arbitrary: tree.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
)
const answer: fc.Arbitrary<VendorResponse> = fc.record({
  status: fc.constantFrom(200, 201, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529),
  headers: fc
    .constantFrom({}, { 'content-type': 'application/json' }, { 'content-type': 'image/png' }, { 'retry-after': 'x' })
    .map((fields) => new Headers(fields as Record<string, string>)),
  body,
})

for (const vendor of VENDORS) {
  const wire = WIRE_FORMATS.find(({ provider }) => provider === vendor.name)!
  const imageRequest = { ...imageRequestFor(wire.modelId), vendorId: wire.vendorId }
  /**
   * Runs a reader; an unreadable response must be a typed fault. Any other error would count as a crash and be retried.
   */
  const isReadOrFault = (read: () => unknown): boolean => {
    try {
      read()
      return true
    } catch (error) {
      return error instanceof VendorFault && error.code in USER_MESSAGES
    }
  }

  describe(`any response of ${vendor.name}`, () => {
    it('becomes a picture with a price, or a typed fault', () => {
      fc.assert(
        fc.property(answer, (response) =>
          isReadOrFault(() => {
            const { bytes, costMicros } = vendor.imageIn(response, imageRequest)
            expect(Number.isSafeInteger(costMicros)).toBe(true)
            expect(bytes).toBeInstanceOf(Buffer)
          }),
        ),
        { numRuns: scaled(300, 1_000) },
      )
    })

    it('becomes a typed fault if it is an error, and is retried only for a reason', () => {
      fc.assert(
        fc.property(answer, (response) => {
          const fault = vendor.faultIn(response)
          expect(fault).toBeInstanceOf(VendorFault)
          const { code, retry, retryAfterMs } = fault as VendorFault
          expect(Object.keys(USER_MESSAGES)).toContain(code)
          if (['content_rejected', 'provider_auth', 'provider_quota', 'model_retired'].includes(code))
            expect(retry).toBe('never')
          expect(retryAfterMs === undefined || retryAfterMs >= 0).toBe(true)
        }),
        { numRuns: scaled(300, 1_000) },
      )
    })

    it('becomes a list of models, or a typed fault', () => {
      fc.assert(
        fc.property(answer, (response) =>
          isReadOrFault(() => {
            for (const { retiresAt } of vendor.listIn(response).models)
              expect(retiresAt ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/)
          }),
        ),
        { numRuns: scaled(300, 1_000) },
      )
    })
  })
}
