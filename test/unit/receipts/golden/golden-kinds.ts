import { disclosuresOfOpening, privateClaims, publicClaims, receiptKind, sha256OfKid } from '@signet/receipts'
import { KEY_EVENT, WITHDRAWAL } from '@signet/receipts/kinds'
import * as z from 'zod'
import { bytes, IMAGE, LEDGER, MONTH, sha256Of } from '../examples.ts'
import { signerOfSeed } from '../signing-key.ts'

const countClaims = z.strictObject({ count: z.int() })
const kindOf = (kind: Parameters<typeof receiptKind>[0]['kind'], version: '1' | '2') =>
  receiptKind({ kind, version, storedVersion: 2, visibility: 'public', subjectName: 'reply', claims: countClaims })

const EVIDENCE = receiptKind({
  kind: 'evidence.publish',
  version: '2.2',
  storedVersion: 4,
  visibility: 'public',
  subjectName: 'content',
  claims: z.strictObject({ title: z.string(), tags: z.array(z.string()) }),
  result: ['score', 'initialGaps', 'finalGaps'],
})

const INTAKE = receiptKind({
  kind: 'ciso.intake',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'claims',
  claims: z.strictObject({ mfa: z.string(), backups: z.boolean(), staff: z.int() }),
  isDisclosable: true,
})
const POSTURE = { mfa: 'universal', backups: true, staff: 40 }

const hashes = {
  critiqueHash: sha256Of('critique'),
  planHash: sha256Of('plan'),
  gapFillHash: sha256Of('gaps'),
  inputHash: sha256Of('input'),
}
export const NEXT_KEY = signerOfSeed('833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42')
const ROTATION = {
  event: 'rotated',
  use: 'receipt',
  kid: NEXT_KEY.kid,
  previousUntil: '2026-12-02T00:00:00.000Z',
  x: Buffer.from(NEXT_KEY.publicKey).toString('base64url'),
  previousKid: signerOfSeed('00'.repeat(32)).kid,
} as const
const SUPERSESSION = {
  state: 'superseded',
  receipt: sha256Of('old'),
  by: sha256Of('new'),
  reason: 'Wrong month',
} as const

const publicKind = (kind: Parameters<typeof publicClaims>[0], claims: object, options: object = {}) => {
  const { ref } = publicClaims(kind, claims)
  return { kind, ref, shown: { publicClaims: claims }, subject: sha256Of(kind.kind), ...options }
}

const privateKind = (kind: Parameters<typeof privateClaims>[0], claims: object, salt: Uint8Array) => {
  const { ref, opening } = privateClaims(kind, claims, salt)
  return { kind, ref, shown: { opening }, subject: sha256Of(kind.kind) }
}

const singleDisclosure = () => {
  const intake = privateKind(INTAKE, POSTURE, bytes(32, 9))
  return { ...intake, shown: { disclosures: disclosuresOfOpening(intake.shown.opening).disclosures.slice(1, 2) } }
}

/** One receipt of each kind, with its claims. */
export const goldenKinds = () => [
  publicKind(
    EVIDENCE,
    { title: 'Threats of a lighthouse', tags: ['€', '\u{1f600}'] },
    {
      hashes,
      policy: { id: 'evidence', version: '3', sha256: sha256Of('policy') },
      result: { score: 92, initialGaps: 3, finalGaps: 0 },
    },
  ),
  publicKind(kindOf('agent.run', '2'), { count: 1 }),
  singleDisclosure(),
  publicKind(kindOf('flow', '2'), { count: 2 }),
  publicKind(kindOf('grader.run', '2'), { count: 3 }),
  publicKind(kindOf('reading', '2'), { count: 4 }),
  privateKind(IMAGE, { model: 'image-pro', prompt: 'a lighthouse at dusk' }, bytes(32, 7)),
  publicKind(WITHDRAWAL, SUPERSESSION, { subject: SUPERSESSION.receipt }),
  publicKind(KEY_EVENT, ROTATION, { subject: sha256OfKid(ROTATION.kid) }),
  publicKind(LEDGER, MONTH, { result: { creditsMicroUsd: 120 } }),
  publicKind(kindOf('flags.audit', '1'), { count: 5 }),
  publicKind(kindOf('archive.import', '1'), { count: 6 }),
  publicKind(kindOf('trust.acceptance', '1'), { count: 7 }),
]
