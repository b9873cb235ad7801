import { type ExpectedPage, type Reply, rowsOf } from './drawn-replies.ts'
import type { Seeded } from './seed.ts'

/** Expected content of the library, the history and an attestation. */
export const expectedEvidence = ({ asset, attestation }: Seeded): readonly ExpectedPage[] => [
  {
    page: '/evidence/library',
    reply: /\/api\/v1\/evidence\/library\?/,
    texts: ({ assets }) => assets.flatMap(({ title, usageCount }: Reply) => [title, String(usageCount)]),
    rows: rowsOf('Assets', ({ assets }) => assets.length),
  },
  {
    page: `/evidence/library/${asset}`,
    reply: /\/api\/v1\/evidence\/library\/[^/?]+$/,
    texts: ({ asset: { title, content } }) => [title, content.quote, content.speaker],
  },
  {
    page: '/evidence/history',
    reply: /\/api\/v1\/evidence\/validations\?/,
    texts: ({ validations }) =>
      validations.flatMap(({ policyVersion, score, gapCount, contentHash }: Reply) => [
        ...[policyVersion, String(score), String(gapCount), contentHash.slice(0, 12)],
      ]),
    rows: rowsOf('Checks', ({ validations }) => validations.length),
  },
  {
    page: `/evidence/attestations/${attestation}`,
    reply: /\/api\/v1\/evidence\/attestations\/[^/]+$/,
    texts: ({ receiptHash, attacks }) => [
      receiptHash,
      ...attacks.flatMap(({ attack, severity }: Reply) => [
        attack,
        `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`,
      ]),
    ],
    rows: rowsOf('Critique', ({ attacks }) => attacks.length),
  },
]
