import { claimLabel } from '@signet/posture/claim-labels'
import { claimText } from '@signet/posture/claim-text'
import { certificationName } from '@signet/posture/value-labels'
import { timeText } from '@signet/ui/dates'
import { escapeHtml } from '@signet/ui/pages'
import type { PublicArtifact, TrustPage } from '../contract/page-shapes.ts'
import { sizeText } from '../views/size-text.ts'
import { type Extent, shorten } from './page-extent.ts'
import { questionTopic } from './question-topics.ts'

type Posture = NonNullable<TrustPage['posture']>

/** Renders a claim value. The script compares the text with the signed claim of this name. */
const claimElement = (tag: 'dd' | 'span' | 'td', claim: string, value: unknown): string =>
  `<${tag} data-claim="${escapeHtml(claim)}">${escapeHtml(claimText(claim, value))}</${tag}>`

const fieldCell = (tag: 'td' | 'th', name: string, value: unknown): string =>
  `<${tag}${tag === 'th' ? ' scope="row"' : ''} data-member="${name}">${escapeHtml(claimText(name, value))}</${tag}>`

const section = (id: string, title: string, body: string): string =>
  `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>${body}</section>`

const table = (label: string, headings: readonly string[], rows: readonly string[], extraClass = ''): string =>
  `<div class="scroll${extraClass}" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${headings
    .map((heading) => `<th scope="col">${heading}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`

const certificationsPart = ({ certifications }: Posture): string => {
  const rows = Object.entries(certifications).map(([name, { status, lastAudit }]) => {
    const auditCell = lastAudit === undefined ? '<td>–</td>' : fieldCell('td', 'lastAudit', lastAudit)
    const headingCell = `<th scope="row">${certificationName(name) ?? escapeHtml(name)}</th>`
    return `<tr data-claim="${escapeHtml(name)}">${headingCell}${fieldCell('td', 'status', status)}${auditCell}</tr>`
  })
  const headings = ['Certification', 'Status', 'Last audit or test']
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')
  const body = `<table><thead><tr>${headings}</tr></thead><tbody>${rows.join('')}</tbody></table>`
  return section('certifications', 'Certifications', body)
}

const controlsPart = ({ controls }: Posture): string => {
  const rows = Object.entries(controls).map(
    ([name, value]) => `<dt>${escapeHtml(claimLabel(name))}</dt>${claimElement('dd', name, value)}`,
  )
  return section('controls', 'Controls', `<dl>${rows.join('')}</dl>`)
}

/** In order of severity: the claims of a receipt are sorted alphabetically. */
const SEVERITIES = ['critical', 'high', 'medium', 'low']
const FINDINGS = ['open', 'recovered', 'warnings']
const COUNT_LABELS: Readonly<Record<string, string>> = {
  open: 'open gaps',
  recovered: 'gaps covered by another control',
}

const COUNTS_NOTE =
  '<p class="second">The organization lists incidents itself and does not state a period. A gap is something that the rules do not allow. Warnings do not affect the result. The receipt contains only the numbers of findings: ask the organization for the findings.</p>'

const dataPart = ({ dataHandled, dataResidency, incidents, findings, refused }: Posture): string => {
  const countsText = (claim: string, counts: Readonly<Record<string, number>>, names: readonly string[]) =>
    `<dd data-claim="${claim}">${names
      .map((name) => [name, counts[name] ?? 0] as const)
      .map(
        ([name, value]) =>
          `${escapeHtml(COUNT_LABELS[name] ?? name)} <span data-member="${escapeHtml(name)}">${value}</span>`,
      )
      .join(', ')}</dd>`
  const result = refused ? 'does not meet the rules: a gap is open' : 'meets the rules: no gap is open'
  return section(
    'data',
    'Data',
    `<dl><dt>${claimLabel('dataHandled')}</dt>${claimElement('dd', 'dataHandled', dataHandled)}<dt>${claimLabel('dataResidency')}</dt>${claimElement('dd', 'dataResidency', dataResidency)}<dt>${claimLabel('incidents')}</dt>${countsText('incidents', incidents, SEVERITIES)}<dt>${claimLabel('findings')}</dt>${countsText('findings', findings, FINDINGS)}<dt>Result</dt><dd>${result}</dd></dl>${COUNTS_NOTE}`,
  )
}

export interface Listing {
  readonly extent: Extent
  readonly pagePath: string
}

const moreLine = (total: number, visibleCount: number, { pagePath }: Listing): string => {
  const hiddenCount = total - visibleCount
  if (hiddenCount <= 0) return ''
  return `<p>${hiddenCount} more ${hiddenCount === 1 ? 'is' : 'are'} listed in the <a href="${pagePath}.json">JSON version</a>.</p>`
}

const subprocessorsPart = ({ subprocessors }: Posture, listing: Listing): string => {
  if (subprocessors.length === 0)
    return section('subprocessors', 'Subprocessors', '<p>No subprocessors are listed.</p>')
  const visibleCount = listing.extent.subprocessors
  const rows = subprocessors
    .slice(0, visibleCount)
    .map(({ name, purpose, dataAccess, jurisdiction, dpaSigned }, index) => {
      const cells = [
        fieldCell('th', 'name', name),
        fieldCell('td', 'purpose', purpose),
        fieldCell('td', 'dataAccess', dataAccess),
        fieldCell('td', 'jurisdiction', jurisdiction),
        fieldCell('td', 'dpaSigned', dpaSigned),
      ]
      return `<tr data-claim="subprocessors[${index}]">${cells.join('')}</tr>`
    })
  const headings = ['Name', 'Purpose', 'Data accessed', 'Jurisdiction', 'Data processing agreement']
  const tableHtml = rows.length === 0 ? '' : table('Table of subprocessors', headings, rows, ' parties')
  return section('subprocessors', 'Subprocessors', tableHtml + moreLine(subprocessors.length, visibleCount, listing))
}

export const postureParts = (posture: Posture, listing: Listing): readonly string[] => [
  `<div class="cards">${certificationsPart(posture)}${dataPart(posture)}${controlsPart(posture)}</div>`,
  subprocessorsPart(posture, listing),
]

const TYPE_NAMES: Readonly<Record<PublicArtifact['mediaType'], string>> = {
  'application/pdf': 'PDF',
  'application/json': 'JSON',
  'application/ld+json': 'JSON-LD',
  'application/schema+json': 'JSON Schema',
  'text/plain': 'text',
  'text/markdown': 'Markdown',
  'text/csv': 'CSV',
  'application/zip': 'ZIP',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
}

const artifactItem = (artifact: PublicArtifact, extent: Extent): string => {
  const { name, excerpt, mediaType, bytes, sha256, signed, access, url } = artifact
  const title = access === 'request' ? `${escapeHtml(name)} (on request)` : escapeHtml(name)
  const details = [TYPE_NAMES[mediaType], sizeText(bytes), ...(signed ? ['digitally signed (not checked)'] : [])]
  const excerptHtml =
    excerpt === null || extent.excerpt === 0 ? '' : `<p>${escapeHtml(shorten(excerpt, extent.excerpt))}</p>`
  const hashHtml = extent.hashes ? `<p class="second">SHA-256 <code>${sha256}</code></p>` : ''
  return `<li><a href="${escapeHtml(url)}"><strong>${title}</strong></a> <span class="second">${details.join(' · ')}</span>${excerptHtml}${hashHtml}</li>`
}

/** Natural order: `Report 2` before `Report 10`. */
const { compare } = new Intl.Collator('en', { numeric: true })
const byName = (one: PublicArtifact, other: PublicArtifact): number => compare(one.name, other.name)

export const artifactsPart = ({ artifacts }: TrustPage, listing: Listing): string => {
  if (artifacts.length === 0) return section('artifacts', 'Documents', '<p>No documents have been published.</p>')
  const { documents, hashes } = listing.extent
  const items = [...artifacts]
    .sort(byName)
    .slice(0, documents)
    .map((artifact) => artifactItem(artifact, listing.extent))
  const list = items.length === 0 ? '' : `<ul class="files">${items.join('')}</ul>`
  const sourceText = hashes ? '' : ` The <a href="${listing.pagePath}.json">JSON version</a> lists them.`
  const note = `<p>Signet does not check these documents or their signatures. SHA-256 is a fingerprint: it must equal that of the file that you downloaded, unless your copy is stamped with your name.${sourceText}</p>`
  return section('artifacts', 'Documents', note + list + moreLine(artifacts.length, documents, listing))
}

const CAIQ_URL = 'https://cloudsecurityalliance.org/research/cloud-controls-matrix'

const COVERAGE = { whole: 'full', part: 'partial' } as const

export const questionnairePart = ({ questionnaire, receipt, current }: TrustPage, pagePath: string): string => {
  if (questionnaire === null || receipt === null) return ''
  const rows = questionnaire.answers.map(
    ({ id, answer, covers, claims }) =>
      `<tr><th scope="row">${escapeHtml(id)} <span class="second">${questionTopic(id) ?? ''}</span></th><td>${answer}</td><td>${COVERAGE[covers]}</td><td>${escapeHtml(claims.map(claimLabel).join(', '))}</td></tr>`,
  )
  // The CSV and JSON files exist only for the current hash of the slug.
  const files = !current
    ? ''
    : `<p class="links screen"><a href="${pagePath}/caiq.csv">Answers as CSV</a><a href="${pagePath}/caiq.json">Answers as JSON</a></p>`
  const introduction = `<p>CAIQ is a security questionnaire of the <a href="${CAIQ_URL}" rel="noopener noreferrer">Cloud Security Alliance</a>, which publishes the full questions. These are the questions that the claims answer. All other questions of CAIQ are unanswered. Each answer follows from the claims in its row, which are signed in the <a href="${escapeHtml(receipt.verifyUrl)}">receipt</a>. Coverage is full if the claims answer the whole question, and partial if the question covers more.</p>`
  const headings = ['Question', 'Answer', 'Coverage', 'Claims']
  return section(
    'answers',
    `Answers to ${escapeHtml(questionnaire.name)}`,
    introduction + table('Table of answers', headings, rows) + files,
  )
}

export const historyPart = ({ history, current }: TrustPage, { extent, pagePath }: Listing): string => {
  const items = history.slice(0, extent.mappings).map(({ hash, from, url }, index) => {
    const day = `<time datetime="${from}">${timeText(from)}</time>`
    if (hash === null || url === null) return `<li>${day} Page removed</li>`
    const currentMark = current && index === 0 ? ' (this page)' : ''
    return `<li>${day} <a href="${escapeHtml(url)}"><code>${hash.slice(0, 12)}…</code></a>${currentMark}</li>`
  })
  const moreHtml =
    history.length > extent.mappings
      ? `<p>Earlier entries are listed in the <a href="${pagePath}.json">JSON version</a>.</p>`
      : ''
  return section('history', 'History', `<ol reversed>${items.join('')}</ol>${moreHtml}`)
}
