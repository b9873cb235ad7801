import { createHash } from 'node:crypto'
import { dayText } from '@signet/ui/dates'
import { contentPolicy, escapeHtml } from '@signet/ui/pages'
import type { TrustPage } from '../contract/page-shapes.ts'
import { type Extent, fitToSize } from './page-extent.ts'
import { artifactsPart, historyPart, postureParts, questionnairePart } from './page-sections.ts'
import { type Accent, pageStyle } from './page-style.ts'
import { receiptPart } from './receipt-part.ts'

export interface PageFrame {
  readonly accent: Accent | undefined
  readonly path: (path: string) => string
  readonly url: string
  /** Absolute URL of the script; undefined if none was built. */
  readonly program: string | undefined
}

/** Returns the file name of the script, which contains a hash of its text. */
export const programName = (text: string): string =>
  `verify-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`

const contactLink = (contact: string): string =>
  `<li><a href="${escapeHtml(contact)}" rel="noopener noreferrer">Report a vulnerability: ${escapeHtml(contact.replace(/^mailto:|^tel:/, ''))}</a></li>`

const headerPart = ({ organization: { name, website, securityContact } }: TrustPage): string => {
  const links = [
    website === null ? '' : `<li><a href="${escapeHtml(website)}" rel="noopener noreferrer nofollow">Website</a></li>`,
    securityContact === null ? '' : contactLink(securityContact),
  ].join('')
  return `<header><div><p class="second">Trust page</p><h1>${escapeHtml(name)}</h1></div>${links === '' ? '' : `<ul>${links}</ul>`}</header>`
}

/** States who makes the claims of the page, who signed them, and for whom. */
const introduction = ({ organization, posture, receipt }: TrustPage): string => {
  if (posture === null || receipt === null) return ''
  const name = `<strong data-claim="organization">${escapeHtml(posture.organization)}</strong>`
  const signedText = receipt.valid
    ? 'The claims on this page are an organization’s statements about its security. Signet, the service that publishes this page for the organization, evaluated them against published rules and signed the result in a receipt. Signet did not audit the claims. '
    : ''
  const headingText =
    posture.organization === organization.name ? '' : `, and ${escapeHtml(organization.name)} in the heading`
  return `<p>${signedText}Signet did not check who the organization is. It calls itself ${name} in the receipt${headingText}.</p>`
}

const endOf = ({ history, hash }: TrustPage): string | undefined =>
  history[history.findIndex((mapping) => mapping.hash === hash) - 1]?.from

const earlierNote = (page: TrustPage, currentUrl: string): string => {
  if (page.current) return ''
  const until = endOf(page)
  const from = page.since === null ? '' : ` from ${dayText(page.since)}`
  const endText = until === undefined ? '' : ` until ${dayText(until)}`
  const period = from + endText === '' ? '' : ` It was shown${from}${endText}.`
  return `<p class="note" role="note"><strong>This is an earlier version of this page.</strong>${period} <a href="${currentUrl}">View the current page.</a></p>`
}

/** Links only to existing files: a page without a posture has no OSCAL, and one without a contact no security.txt. */
const footerPart = (page: TrustPage, pagePath: string, currentUrl: string, { url }: Pick<PageFrame, 'url'>): string => {
  const { current, questionnaire, organization } = page
  const oscal =
    current && questionnaire !== null
      ? `<a href="${currentUrl}/oscal.json">Controls for compliance tools (OSCAL)</a>`
      : ''
  const contact =
    organization.securityContact === null
      ? ''
      : `<a href="${currentUrl}/security.txt">Security contact (security.txt)</a>`
  return `<footer><p class="paper">${escapeHtml(url)}</p>
<p class="links screen"><a href="${pagePath}.json">JSON version</a>${oscal}${contact}</p></footer>`
}

/**
 * Renders a page. The page is complete without its script, which only verifies the content again. Lists are shortened
 * to fit the size limit.
 */
export const pageDocument = (page: TrustPage, frame: PageFrame): string =>
  fitToSize((extent) => renderDocument(page, frame, extent))

const renderDocument = (page: TrustPage, { accent, path, program, url }: PageFrame, extent: Extent): string => {
  const currentUrl = path(`/trust/${page.slug}`)
  const addresses = {
    verify: (hash: string) => path(`/verify/${hash}`),
    path,
    keys: path('/.well-known/jwks.json'),
    logKeys: path('/.well-known/log-vkey'),
  }
  const pagePath = page.current ? currentUrl : path(`/trust/${page.slug}/at/${page.hash}`)
  const listing = { extent, pagePath }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${page.current ? '' : '<meta name="robots" content="noindex">'}
<title>${escapeHtml(page.organization.name)} · Trust page</title><link rel="icon" href="data:,"><link rel="alternate" type="application/json" href="${pagePath}.json">
<style>${pageStyle(accent)}</style></head><body>
${headerPart(page)}<main>${earlierNote(page, currentUrl)}
${introduction(page)}${receiptPart(page, addresses)}
${(page.posture === null ? [] : postureParts(page.posture, listing)).join('\n')}
${artifactsPart(page, listing)}
${questionnairePart(page, currentUrl)}
<div class="cards">${historyPart(page, listing)}<section id="news" class="screen" aria-labelledby="news-h"><h2 id="news-h">Updates</h2><p>Get an email when this page changes.</p><p><a class="button" href="${currentUrl}/subscribe">Subscribe</a></p></section></div>
</main>${footerPart(page, pagePath, currentUrl, { url })}
${program === undefined || page.receipt === null ? '' : `<script type="module" crossorigin src="${escapeHtml(program)}"></script>`}
</body></html>
`
}

/** Headers of a page: the policy allows one style sheet and one script, and frames only on the same origin. */
export const pageHeaders = ({ accent, program }: PageFrame): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy({
    style: pageStyle(accent),
    images: ['data:'],
    // The console previews the page in a frame.
    framedBy: ["'self'"],
    ...(program === undefined ? {} : { scripts: [program], connectOrigins: [new URL(program).origin] }),
  }),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

export interface AbsentPage {
  readonly title: string
  readonly sentence: string
  readonly link?: string
}

export const absentDocument = ({ title, sentence, link = '' }: AbsentPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${pageStyle(undefined)}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}.</p>${link}</main></body></html>
`
