import { type EvidenceAttestation, evidence } from '../api/evidence.ts'
import { type QueryContext, queries } from '../session/queries.ts'

/** Of what an attestation was answered with: only its receipt and its log can be read again. */
export const attestationKey = (organization: string, hash: string) => ['evidence-attestation', organization, hash]

/** What the attestation of this tab was answered with; undefined in every other tab. */
export const answeredAttestation = (organization: string, hash: string): EvidenceAttestation | undefined =>
  queries.getQueryData(attestationKey(organization, hash))

export const critiqueQuery = (organization: string, hash: string) => ({
  queryKey: ['evidence', organization, 'critique', hash],
  queryFn: ({ signal }: QueryContext) => evidence.getEvidenceCritique({ hash }, { signal }),
})
