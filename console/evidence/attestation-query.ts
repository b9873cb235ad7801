import { type EvidenceAttestation, evidence } from '../api/evidence.ts'
import { type QueryContext, queries } from '../session/queries.ts'

/** Of what an attestation was answered with: only its receipt and its log can be read again. */
export const attestationKey = (organisation: string, hash: string) => ['evidence-attestation', organisation, hash]

/** What the attestation of this tab was answered with; undefined in every other tab. */
export const answeredAttestation = (organisation: string, hash: string): EvidenceAttestation | undefined =>
  queries.getQueryData(attestationKey(organisation, hash))

export const critiqueQuery = (organisation: string, hash: string) => ({
  queryKey: ['evidence', organisation, 'critique', hash],
  queryFn: ({ signal }: QueryContext) => evidence.getEvidenceCritique({ hash }, { signal }),
})
