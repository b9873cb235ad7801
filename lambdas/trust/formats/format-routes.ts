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
import { checkedReceipt } from '../views/checked-receipt.ts'
import { noPage, type PageRouteDeps, shownAt } from '../views/page-request.ts'
import { answersView } from '../views/page-view.ts'
import { isForeign, pageStateOf } from '../views/slug-state.ts'
import { oscalDocument } from './oscal.ts'

const DAY_MS = 86_400_000

/** Validity of security.txt in days: RFC 9116 2.5.5 recommends less than a year. */
const GOOD_DAYS = 30

/**
 * Returns the text of security.txt (RFC 9116). @param contact ASCII address without spaces, as validated in settings
 */
const securityTxt = (contact: string, canonical: string, now: Date): string =>
  `Contact: ${contact}\nExpires: ${addMs(now, GOOD_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 19)}Z\nCanonical: ${canonical}\n`

/** All cells are ids and names of the platform, so none needs quoting or starts a formula. */
const answersCsv = (answers: readonly PublishedAnswer[], hash: string): string => {
  const lines = answers.map(({ id, answer, covers, claims }) => [id, answer, covers, claims.join(';'), hash].join(','))
  return ['id,answer,covers,claims,receipt', ...lines, ''].join('\r\n')
}

const SOON = { 'cache-control': 'public, max-age=60', 'x-content-type-options': 'nosniff' }

/** Returns the current posture of a page and its receipt; undefined for an invalid, withdrawn or superseded receipt. */
const postureOf = async (deps: PageRouteDeps, slug: string) => {
  const place = await pageStateOf(deps, slug)
  if (place === undefined) return noPage()
  const { hash } = place
  const [row, keys] = await Promise.all([deps.receipts.get({ hash }, { isStaleGood: true }), deps.keys()])
  const receipt = row === undefined || isForeign(place, row) ? undefined : await checkedReceipt(row, keys)
  if (!receipt?.isValid || receipt.row.state === 'withdrawn' || receipt.posture === undefined)
    return notFound('The page has no valid receipt of a posture')
  return { hash, issuedAt: receipt.row.issued_at, posture: receipt.posture }
}

const securityText = async (deps: PageRouteDeps, slug: string, file: string, baseUrl: string) => {
  const place = await pageStateOf(deps, slug)
  if (place === undefined) return noPage()
  const settings = await deps.settings.get({ org: place.org }, { isStaleGood: true })
  if (settings?.securityContact === undefined) return notFound('The organization has set no security contact')
  const canonical = shownAt(deps, baseUrl).address(`/trust/${place.slug}/${file}`)
  return reply(200, securityTxt(settings.securityContact, canonical, deps.now()), {
    ...SOON,
    'content-type': 'text/plain; charset=utf-8',
  })
}

export const formRoutes = (deps: PageRouteDeps): Route[] => [
  route(readTrustAnswers, async ({ params, baseUrl }) => {
    const signed = await postureOf(deps, params.slug)
    if (signed instanceof Refusal) return signed
    const { hash, posture } = signed
    const { name: questionnaire, answers } = answersView(posture)
    const receipt = { hash, verifyUrl: shownAt(deps, baseUrl).address(`/verify/${hash}`) }
    return reply(200, { questionnaire, asOf: posture.asOf, receipt, answers }, SOON)
  }),
  route(readTrustAnswersCsv, async ({ params }) => {
    const signed = await postureOf(deps, params.slug)
    if (signed instanceof Refusal) return signed
    return reply(200, answersCsv(publishedAnswers(signed.posture), signed.hash), {
      ...SOON,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="caiq-${signed.posture.asOf}.csv"`,
    })
  }),
  route(readTrustOscal, async ({ params, baseUrl }) => {
    const signed = await postureOf(deps, params.slug)
    if (signed instanceof Refusal) return signed
    const verifyUrl = shownAt(deps, baseUrl).address(`/verify/${signed.hash}`)
    const text = JSON.stringify(oscalDocument({ ...signed, verifyUrl }))
    return reply(200, text, { ...SOON, 'content-type': 'application/json' })
  }),
  route(readTrustSecurityTxt, ({ params, baseUrl }) => securityText(deps, params.slug, 'security.txt', baseUrl)),
  route(readTrustWellKnownSecurityTxt, ({ params, baseUrl }) =>
    securityText(deps, params.slug, '.well-known/security.txt', baseUrl),
  ),
]
