import { ApiError } from '@signet/http-client'
import { describe, expect, test } from 'vitest'
import {
  attestRequest,
  faultAt,
  inputOfError,
  type PayloadRow,
  payloadOf,
  rowFault,
  stepNumberOf,
  storedAttestDraft,
} from '../../../console/evidence/attest-draft.ts'
import { EMPTY_DRAFT } from '../../../console/evidence/content-draft.ts'

const row = (name: string, kind: PayloadRow['kind'], value: string): PayloadRow => ({ name, kind, value })

describe('public payload', () => {
  test('contains texts, integers and booleans without empty rows', () => {
    const rows = [row(' a ', 'text', ' b '), row('n', 'integer', ' -7 '), row('y', 'boolean', 'yes')]
    expect(payloadOf([...rows, row('no', 'boolean', ''), row('', 'text', ' ')])).toEqual({
      a: 'b',
      n: -7,
      y: true,
      no: false,
    })
  })

  test.each([
    [row('', 'text', 'a'), 'requires a name'],
    [row('first', 'text', 'a'), 'duplicates the name of an earlier row'],
    [row('n', 'integer', '1.5'), 'must be an integer'],
    [row('n', 'integer', ''), 'must be an integer'],
    [row('n', 'integer', '9007199254740993'), 'must be an integer'],
    [row('n', 'integer', '40'), undefined],
    [row('', 'text', ''), undefined],
  ])('row %j has the error: %s', (second, fault) => {
    expect(rowFault([row('first', 'text', 'a'), second], 1)).toBe(fault)
  })
})

describe('attestation draft', () => {
  const draft = { rows: [row('a', 'text', 'b')], plan: 'one\n\n two ', fillsGaps: true }

  test('an attestation is sent with its text, without an empty plan', () => {
    const text = { ...EMPTY_DRAFT, body: 'a' }
    expect(attestRequest(text, draft)).toEqual({
      content: { body: 'a' },
      policyVersion: 'eeat-core',
      publicPayload: { a: 'b' },
      approvedPlan: ['one', 'two'],
      runGapFill: true,
    })
    expect('approvedPlan' in attestRequest(text, { ...draft, plan: ' \n' })).toBe(false)
  })

  test('a stored draft is restored, and anything else gives an empty one', () => {
    expect(storedAttestDraft(JSON.stringify(draft))).toEqual(draft)
    const empty = { rows: [row('', 'text', '')], plan: '', fillsGaps: false }
    for (const text of [null, '{', '7', 'null', '{"rows":[{"name":1}],"plan":2,"fillsGaps":"yes"}'])
      expect(storedAttestDraft(text)).toEqual(empty)
  })
})

describe('rejected attestation', () => {
  const errorWith = (code: string, fields: readonly string[] = []) =>
    new ApiError('attestEvidence', 400, {
      error: 'It is wrong',
      code,
      ...(fields.length === 0 ? {} : { errors: fields.map((field) => ({ field, message: 'is wrong' })) }),
    })

  test.each([
    [errorWith('unknown_policy_version'), 'policy', '1'],
    [errorWith('invalid_input', ['content.title']), 'text', '1'],
    [errorWith('invalid_public_payload'), 'payload', '2'],
    [errorWith('public_payload_too_large'), 'payload', '2'],
    [errorWith('invalid_approved_plan'), 'plan', '2'],
    [errorWith('evidence_gap_fills_quota_exceeded'), 'fill', '2'],
  ] as const)('%o is shown at its input', (error, expectedInput, step) => {
    expect([inputOfError(error), stepNumberOf(expectedInput)]).toEqual([expectedInput, step])
    expect(faultAt(error, expectedInput)).toMatch(/is wrong/)
    expect(faultAt(error, expectedInput === 'text' ? 'policy' : 'text')).toBeUndefined()
  })

  test('errors without an input have no step', () => {
    for (const error of [undefined, new Error('a'), errorWith('evidence_attest_pro_required')])
      expect([inputOfError(error), faultAt(error, 'text', 'payload')]).toEqual([undefined, undefined])
  })
})
