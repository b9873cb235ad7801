import { CAIQ_VERSION, freshness, goingStale, type PublishedPosture, publishedAnswers } from '@signet/posture'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { PublicArtifact, TrustPage } from '../contract/page-shapes.ts'
import type { CheckedReceipt } from './checked-receipt.ts'
import type { PageContent } from './read-page.ts'
import type { SlugState } from './slug-state.ts'

export interface PageViewOptions {
  /** YYYY-MM-DD */
  readonly today: string
  readonly urlOf: (path: string) => string
}

export const pathOf = ({ slug, hash, current }: Pick<SlugState, 'slug' | 'hash' | 'current'>): string =>
  hash === current ? `/trust/${slug}` : `/trust/${slug}/at/${hash}`

/** Path of the request form of an artifact. For artifacts of an earlier page, the path of the current page. */
export const requestPath = ({ slug, hash, current }: SlugState, artifact: string): string =>
  hash === current ? `/trust/${slug}/request/${artifact}` : `/trust/${slug}`

const artifactView = (row: ArtifactRow, page: PageContent, { urlOf }: PageViewOptions): PublicArtifact => {
  // Rows written before `access` existed have no value.
  const access = row.access === 'request' ? 'request' : 'public'
  const bytes = `${pathOf(page)}/bundle/${row.artifact_slug}`
  return {
    slug: row.artifact_slug,
    name: row.display_name,
    excerpt: row.excerpt,
    mediaType: row.mime_type,
    bytes: row.byte_size,
    sha256: row.content_hash,
    signed: row.signed === 1,
    access,
    url: urlOf(access === 'request' ? requestPath(page, row.artifact_slug) : bytes),
  }
}

const receiptView = (
  hash: string,
  { row, isValid }: CheckedReceipt,
  { urlOf }: PageViewOptions,
): TrustPage['receipt'] => ({
  hash,
  kind: row.kind,
  issuedAt: row.issued_at,
  verifyUrl: urlOf(`/verify/${hash}`),
  valid: isValid,
  state: row.state,
  changedAt: row.changed_at ?? null,
  by: row.replaced_by ?? row.changed_by ?? null,
  reason: row.reason ?? null,
})

/** Exceeds the maximum age of all evidence, so that anything evaluated today is out of date by then. */
const DAYS_AHEAD = 366

/** Returns the first day on which the intake or a certification is out of date, based on the day of the evaluation. */
const staleFrom = ({ asOf, certifications }: PublishedPosture): string | null =>
  goingStale({ issuedOn: asOf, certifications }, asOf, DAYS_AHEAD)
    .map(({ staleOn }) => staleOn)
    .sort()[0] ?? null

const postureView = (
  posture: PublishedPosture,
  { isRefused, row }: CheckedReceipt,
  { today }: PageViewOptions,
): NonNullable<TrustPage['posture']> => {
  const { organization, asOf, ruleset, findings, certifications, controls } = posture
  const { state, reasons } = freshness({ issuedOn: asOf, certifications }, today)
  const outOfDateFrom = state === 'red' || row.state !== 'active' ? null : staleFrom(posture)
  return {
    organization,
    asOf,
    refused: isRefused,
    ruleset: { ...ruleset },
    findings: { ...findings },
    freshness: { state, outOfDateFrom, reasons: reasons.map((reason) => ({ ...reason })) },
    certifications: Object.fromEntries(
      Object.entries(certifications).map(([name, { status, lastAudit }]) => {
        return [name, { status, ...(lastAudit !== undefined && { lastAudit }) }]
      }),
    ),
    controls: { ...controls },
    incidents: { ...posture.incidents },
    dataHandled: [...posture.dataHandled],
    dataResidency: [...posture.dataResidency],
    subprocessors: posture.subprocessors.map((subprocessor) => ({
      ...subprocessor,
      dataAccess: [...subprocessor.dataAccess],
    })),
  }
}

export const answersView = (posture: PublishedPosture): NonNullable<TrustPage['questionnaire']> => ({
  name: `CAIQ v${CAIQ_VERSION}`,
  answers: publishedAnswers(posture).map(({ id, answer, covers, claims }) => ({
    id,
    answer,
    covers,
    claims: [...claims],
  })),
})

const historyView = ({ slug, current, mappings }: PageContent, { urlOf }: PageViewOptions): TrustPage['history'] =>
  mappings.map(({ hash, from }) => ({
    hash,
    from,
    url: hash === null ? null : urlOf(pathOf({ slug, hash, current })),
  }))

export const pageView = (page: PageContent, viewOptions: PageViewOptions): TrustPage => {
  const { slug, hash, current, receipt, settings, mappings } = page
  const posture = receipt?.posture
  return {
    slug,
    url: viewOptions.urlOf(pathOf(page)),
    current: hash === current,
    organization: {
      name: settings?.displayName ?? posture?.organization ?? slug,
      website: settings?.website ?? null,
      securityContact: settings?.securityContact ?? null,
    },
    hash,
    since: mappings.find((mapping) => mapping.hash === hash)?.from ?? null,
    receipt: receipt === undefined ? null : receiptView(hash, receipt, viewOptions),
    posture: receipt && posture ? postureView(posture, receipt, viewOptions) : null,
    // A withdrawn receipt supports no answers.
    questionnaire: posture === undefined || receipt?.row.state === 'withdrawn' ? null : answersView(posture),
    artifacts: page.artifacts.map((row) => artifactView(row, page, viewOptions)),
    history: historyView(page, viewOptions),
  }
}
