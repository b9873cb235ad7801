import { type ServedArtifact, servingHeaders } from '@signet/artifacts'
import { reply } from '@signet/contracts'
import { type Clock, coarseNetworkOf, type Route, route } from '@signet/kernel'
import type { RequestRow } from '@signet/notifications/trust-requests'
import type { Stamp } from '@signet/notifications/trust-requests/rows'
import { timeText } from '@signet/ui/dates'
import { escapeHtml, paragraphs } from '@signet/ui/pages'
import { downloadGranted, showGrant } from '../contract/request-forms.ts'
import { linkEndedRefusal, organizationOf } from '../requests/prove-request.ts'
import type { ReaderTable } from '../requests/reader-table.ts'
import { pageNotFound, visitorPage } from '../requests/submit-request.ts'
import type { TermsTable } from '../requests/terms-table.ts'
import { sizeText } from '../views/size-text.ts'
import type { GrantTarget, grantedArtifact } from './granted-artifact.ts'
import type { Copies, Copy } from './make-copy.ts'

export interface GrantDeps {
  readonly granted: ReturnType<typeof grantedArtifact>
  readonly copies: Copies
  readonly readers: Pick<ReaderTable, 'record'>
  readonly terms: Pick<TermsTable, 'text'>
  readonly now: Clock
}

const STAMP_TEXTS: Readonly<Record<Stamp, string>> = {
  stamped: 'Each page of your copy shows your name, your company, your address and the time.',
  not_pdf: 'You get the file unchanged: only PDFs are stamped with your name.',
  signed: 'You get the file unchanged: it is signed, and a stamp would break the signature.',
  encrypted: 'You get the file unchanged: it is encrypted, so it cannot be stamped with your name.',
  too_large: 'You get the file unchanged: it is too large to be stamped with your name.',
  too_many_pages: 'You get the file unchanged: it has too many pages to be stamped with your name.',
  unreadable: 'You get the file unchanged: this PDF cannot be read, so it is not stamped with your name.',
}

const servedArtifactOf = ({ artifact }: GrantTarget, { hash, byteSize, stamp }: Copy, now: Date): ServedArtifact => ({
  mimeType: artifact.mime_type,
  displayName: artifact.display_name,
  contentHash: hash,
  byteSize,
  createdAt: stamp === 'stamped' ? now.toISOString() : artifact.updated_at,
})

const downloadRowOf = ({ row, artifact }: GrantTarget, { hash, stamp }: Copy, sourceIp: string) => ({
  request_id: row.id,
  receipt_hash: row.receipt_hash,
  artifact_slug: row.artifact_slug,
  artifact_name: artifact.display_name,
  content_hash: artifact.content_hash,
  served_hash: hash,
  stamp,
  name: row.name,
  company: row.company,
  mail: row.mail,
  network: coarseNetworkOf(sourceIp),
})

const ATTEMPTS_MAX = 2

const grantedCopy = async (
  deps: Pick<GrantDeps, 'granted' | 'copies'>,
  slug: string,
  token: string,
  attemptsLeft = ATTEMPTS_MAX,
): Promise<{ readonly grant: GrantTarget; readonly copy: Copy } | 'ended' | 'absent'> => {
  const grant = await deps.granted(slug, token)
  if (typeof grant === 'string') return grant
  const copy = await deps.copies.copyOf(grant)
  if (copy) return { grant, copy }
  return attemptsLeft > 1 ? grantedCopy(deps, slug, token, attemptsLeft - 1) : 'ended'
}

interface GrantPage {
  readonly row: RequestRow
  readonly artifactName: string
  readonly size: number
  readonly copy: string
  /** Text of the accepted terms. */
  readonly terms: string
}

/** Page of a grant link. The download needs a button, because email scanners open links. */
const grantPage = ({ row, artifactName, size, copy, terms }: GrantPage) =>
  visitorPage(
    artifactName,
    `<p>${escapeHtml(organizationOf(row))} provides this document to ${escapeHtml(row.name)}, ${escapeHtml(row.company)}.</p>
    <p>${escapeHtml(copy)} ${escapeHtml(organizationOf(row))} can see each download.</p>
    <form method="post"><button>Download (${sizeText(size)})</button></form>
    <p>This link expires on <time datetime="${row.valid_until}">${timeText(row.valid_until ?? '')}</time>. It is for you only: do not share it.</p>
    <details><summary>Terms that you accepted: ${escapeHtml(row.terms_title)}</summary>${paragraphs(terms)}</details>`,
  )

/** Routes of the download link of a visitor. A download is recorded before its bytes are sent. */
export const grantRoutes = ({ granted, copies, readers, terms, now }: GrantDeps): Route[] => [
  route(showGrant, async ({ params: { slug, token } }) => {
    const grant = await granted(slug, token)
    if (typeof grant === 'string') return grant === 'absent' ? pageNotFound() : linkEndedRefusal()
    const stamp = await copies.stampOf(grant)
    if (stamp === undefined) return linkEndedRefusal()
    const { org, row, artifact } = grant
    const { display_name: artifactName, byte_size: size } = artifact
    const text = await terms.text(org, row.terms_sha256)
    if (text === undefined) throw new Error('Request stored without the text of its terms')
    return grantPage({ row, artifactName, size, copy: STAMP_TEXTS[stamp], terms: text })
  }),
  route(downloadGranted, async ({ params: { slug, token }, sourceIp }) => {
    const outcome = await grantedCopy({ granted, copies }, slug, token)
    if (typeof outcome === 'string') return outcome === 'absent' ? pageNotFound() : linkEndedRefusal()
    const { grant, copy } = outcome
    try {
      await readers.record(grant.org, downloadRowOf(grant, copy, sourceIp))
    } catch (error) {
      copy.body.destroy()
      throw error
    }
    const headers = { ...servingHeaders(servedArtifactOf(grant, copy, now())), 'cache-control': 'private, no-store' }
    return reply(200, copy.body, headers)
  }),
]
