import { derivedUuid } from '@signet/kernel'
import type { PublishedPosture } from '@signet/posture'

/** Version of NIST OSCAL, and the catalog of the referenced controls. */
const OSCAL_VERSION = '1.2.1'
const CATALOG =
  'https://raw.githubusercontent.com/usnistgov/oscal-content/main/nist.gov/CSF/v2.0/json/NIST_CSF_v2.0_catalog.json'

/** Namespace of property names, and the UUID namespace for URLs (RFC 9562), from which the IDs are derived. */
const PROPERTY_NAMESPACE = 'https://signet.dev/ns/oscal'
const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

/** NIST CSF 2.0 subcategories of each claim, taken from the rules that evaluate the claim. */
export const CSF_OF_CLAIMS: Readonly<Record<string, readonly string[]>> = {
  mfa: ['PR.AA-03'],
  encryptionAtRest: ['PR.DS-01'],
  encryptionInTransit: ['PR.DS-02'],
  iam: ['PR.AA-05'],
  logRetentionDays: ['PR.PS-04'],
  logsCentralized: ['DE.CM-09'],
  screenLock: ['PR.AA-05'],
  diskEncryption: ['PR.DS-01'],
  endpointDetection: ['DE.CM-09'],
  passwordManager: ['PR.AA-01'],
  peerReview: ['PR.PS-06'],
  penTest: ['ID.IM-02'],
}

/** Claim values that mean that the company does not have the control. */
const ABSENT_VALUES: readonly unknown[] = ['none', 'legacy', 'flat', 'ad-hoc', 'scheduled', 'in-progress', false, 0]

interface StatedClaim {
  readonly claim: string
  readonly value: string
}

const claimsByControl = ({
  controls,
  certifications,
  subprocessors,
}: PublishedPosture): readonly (readonly [string, StatedClaim])[] => {
  const single = { ...controls, penTest: certifications.penTest.status }
  const statedClaims = Object.entries(single)
    .filter(([, value]) => !ABSENT_VALUES.includes(value))
    .flatMap(([claim, value]) =>
      (CSF_OF_CLAIMS[claim] ?? []).map((control) => [control, { claim, value: String(value) }] as const),
    )
  const agreements = subprocessors.flatMap(({ dpaSigned, name }, index) =>
    dpaSigned ? [['GV.SC-05', { claim: `subprocessors[${index}]`, value: `agreement with ${name}` }] as const] : [],
  )
  return [...statedClaims, ...agreements]
}

export interface SignedPosture {
  readonly hash: string
  readonly issuedAt: string
  readonly verifyUrl: string
  readonly posture: PublishedPosture
}

/** Property values are one line without surrounding spaces (OSCAL `string`). */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim() || '–'

const requirementsOf = (posture: PublishedPosture, idOf: (name: string) => string) => {
  const byControl = Map.groupBy(claimsByControl(posture), ([control]) => control)
  return [...byControl].map(([control, statedClaims]) => ({
    uuid: idOf(`requirement ${control}`),
    'control-id': control,
    props: statedClaims.map(([, { claim, value }], index) => ({
      uuid: idOf(`requirement ${control} ${index}`),
      name: 'claim',
      ns: PROPERTY_NAMESPACE,
      value: oneLine(value),
      class: claim.replaceAll(/\[(\d+)\]/g, '-$1'),
    })),
    description: oneLine(
      `Signed claims: ${statedClaims.map(([, { claim, value }]) => `${claim} is ${value}`).join('; ')}.`,
    ),
  }))
}

/**
 * Returns the claims of a receipt as an OSCAL component definition, which lists the claims that support each control.
 * Controls without such a claim are omitted. The same receipt yields the same document and IDs.
 */
export const oscalDocument = ({ hash, issuedAt, verifyUrl, posture }: SignedPosture): object => {
  const receiptId = derivedUuid(URL_NAMESPACE, `urn:sha256:${hash}`)
  const idOf = (name: string): string => derivedUuid(receiptId, name)
  const requirements = requirementsOf(posture, idOf)
  const title = oneLine(posture.organization)
  const implementation = {
    uuid: idOf('implementation'),
    source: CATALOG,
    description:
      'NIST Cybersecurity Framework 2.0, limited to the subcategories that the claims of the receipt concern.',
    'implemented-requirements': requirements,
  }
  const component = {
    uuid: idOf('component'),
    type: 'service',
    title,
    description: oneLine(`Security statements of ${title}, signed on ${posture.asOf}.`),
    props: [
      { name: 'receipt', ns: PROPERTY_NAMESPACE, value: hash },
      { name: 'ruleset', ns: PROPERTY_NAMESPACE, value: posture.ruleset.ruleset },
    ],
    links: [{ href: verifyUrl, rel: 'reference' }],
    ...(requirements.length > 0 && { 'control-implementations': [implementation] }),
  }
  return {
    'component-definition': {
      uuid: idOf('document'),
      metadata: {
        title: oneLine(`Security posture of ${title}`),
        'last-modified': issuedAt,
        version: hash,
        'oscal-version': OSCAL_VERSION,
        links: [{ href: verifyUrl, rel: 'reference' }],
        remarks:
          'Claims are statements by the organization. Signet evaluated them against published rules. Signet did not audit them.',
      },
      components: [component],
    },
  }
}
