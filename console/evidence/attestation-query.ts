import { type EvidenceAttestation, evidence } from '../api/evidence.ts'
import { type QueryContext, queries } from '../session/queries.ts'

/** Cache key of an attestation. The service returns it once; later, only its receipt and critique are available. */
export const attestationKey = (organization: string, hash: string) => ['evidence-attestation', organization, hash]

/** Returns the response of an attestation made in this tab; undefined in any other tab. */
export const cachedAttestation = (organization: string, hash: string): EvidenceAttestation | undefined =>
  queries.getQueryData(attestationKey(organization, hash))

export const critiqueQuery = (organization: string, hash: string) => ({
  queryKey: ['evidence', organization, 'critique', hash],
  queryFn: ({ signal }: QueryContext) => evidence.getEvidenceCritique({ hash }, { signal }),
})
