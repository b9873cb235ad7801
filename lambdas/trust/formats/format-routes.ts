import { reply } from '@signet/contracts'
import { addMs, notFound, Refusal, type Route, route } from '@signet/kernel'
import { type PublishedAnswer, publishedAnswers } from '@signet/posture'
import {
  readTrustAnswers,
  readTrustAnswersCsv,
  readTrustOscal,
  readTrustSecurityTxt,
  readTrustWellKnownSecurityTxt,
} from '../contract/pages.ts'
import { checkReceipt } from '../views/checked-receipt.ts'
import { type PageRouteDeps, trustPageNotFound, viewOptionsOf } from '../views/page-request.ts'
import { answersView } from '../views/page-view.ts'
import { isForeign, pageStateOf } from '../views/slug-state.ts'
import { oscalDocument } from './oscal.ts'

const DAY_MS = 86_400_000

/** RFC 9116 2.5.5 recommends that a security.txt file expires in less than a year. */
const VALID_DAYS = 30

/**
 * Returns the text of security.txt (RFC 9116). @param contact ASCII address without spaces, as validated in settings
 */
const securityTxt = (contact: string, canonical: string, now: Date): string =>
  `Contact: ${contact}\nExpires: ${addMs(now, VALID_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 19)}Z\nCanonical: ${canonical}\n`

/** All cells are IDs and names that the platform defines, so none needs quoting or starts a formula. */
const answersCsv = (answers: readonly PublishedAnswer[], hash: string): string => {
  const lines = answers.map(({ id, answer, covers, claims }) => [id, answer, covers, claims.join(';'), hash].join(','))
  return ['id,answer,covers,claims,receipt', ...lines, ''].join('\r\n')
}

const SHORT_CACHE = { 'cache-control': 'public, max-age=60', 'x-content-type-options': 'nosniff' }

/** Returns the current posture of a page and its receipt; undefined for an invalid, withdrawn or superseded receipt. */
const currentPosture = async (deps: PageRouteDeps, slug: string) => {
  const slugState = await pageStateOf(deps, slug)
  if (slugState === undefined) return trustPageNotFound()
  const { hash } = slugState
  const [row, keys] = await Promise.all([deps.receipts.get({ hash }, { allowsStaleRead: true }), deps.keys()])
  const receipt = row === undefined || isForeign(slugState, row) ? undefined : await checkReceipt(row, keys)
  if (!receipt?.isValid || receipt.row.state === 'withdrawn' || receipt.posture === undefined)
    return notFound('The page has no valid receipt with security claims')
  return { hash, issuedAt: receipt.row.issued_at, posture: receipt.posture }
}

const securityText = async (deps: PageRouteDeps, slug: string, file: string, baseUrl: string) => {
  const slugState = await pageStateOf(deps, slug)
  if (slugState === undefined) return trustPageNotFound()
  const settings = await deps.settings.get({ org: slugState.org }, { allowsStaleRead: true })
  if (settings?.securityContact === undefined) return notFound('The organization has not set a security contact')
  const canonical = viewOptionsOf(deps, baseUrl).urlOf(`/trust/${slugState.slug}/${file}`)
  return reply(200, securityTxt(settings.securityContact, canonical, deps.now()), {
    ...SHORT_CACHE,
    'content-type': 'text/plain; charset=utf-8',
  })
}

export const formatRoutes = (deps: PageRouteDeps): Route[] => [
  route(readTrustAnswers, async ({ params, baseUrl }) => {
    const signed = await currentPosture(deps, params.slug)
    if (signed instanceof Refusal) return signed
    const { hash, posture } = signed
    const { name: questionnaire, answers } = answersView(posture)
    const receipt = { hash, verifyUrl: viewOptionsOf(deps, baseUrl).urlOf(`/verify/${hash}`) }
    return reply(200, { questionnaire, asOf: posture.asOf, receipt, answers }, SHORT_CACHE)
  }),
  route(readTrustAnswersCsv, async ({ params }) => {
    const signed = await currentPosture(deps, params.slug)
    if (signed instanceof Refusal) return signed
    return reply(200, answersCsv(publishedAnswers(signed.posture), signed.hash), {
      ...SHORT_CACHE,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="caiq-${signed.posture.asOf}.csv"`,
    })
  }),
  route(readTrustOscal, async ({ params, baseUrl }) => {
    const signed = await currentPosture(deps, params.slug)
    if (signed instanceof Refusal) return signed
    const verifyUrl = viewOptionsOf(deps, baseUrl).urlOf(`/verify/${signed.hash}`)
    const text = JSON.stringify(oscalDocument({ ...signed, verifyUrl }))
    return reply(200, text, { ...SHORT_CACHE, 'content-type': 'application/json' })
  }),
  route(readTrustSecurityTxt, ({ params, baseUrl }) => securityText(deps, params.slug, 'security.txt', baseUrl)),
  route(readTrustWellKnownSecurityTxt, ({ params, baseUrl }) =>
    securityText(deps, params.slug, '.well-known/security.txt', baseUrl),
  ),
]
