import { CISO_RULESET, CLAIMED_STATUSES, FRESHNESS_RULES } from '@signet/posture'
import { dayText, timeText } from '@signet/ui/dates'
import { escapeHtml } from '@signet/ui/pages'
import type { TrustPage } from '../contract/page-shapes.ts'

type Receipt = NonNullable<TrustPage['receipt']>
type Posture = NonNullable<TrustPage['posture']>

interface Badge {
  readonly tone: 'ok' | 'warn' | 'danger'
  readonly text: string
  readonly meaning: string
}

const SIGNED_MEANING = 'Signet signed this receipt on the date below. The receipt has not been changed since.'

const EVALUATED_MEANING =
  'It proves that Signet evaluated the organization’s claims against published rules. It does not prove that the claims are true, or who the organization is.'

const badgeOf = ({ valid, state, changedAt }: Receipt, posture: TrustPage['posture']): Badge => {
  const day = changedAt === null ? '' : ` on ${dayText(changedAt)}`
  if (!valid)
    return {
      tone: 'danger',
      text: 'Invalid',
      meaning: 'The receipt does not match its signature, key or claims. Do not rely on it.',
    }
  if (state === 'withdrawn')
    return {
      tone: 'danger',
      text: 'Withdrawn',
      meaning: `The organization withdrew this receipt${day}. Do not rely on it.`,
    }
  if (state === 'superseded')
    return { tone: 'warn', text: 'Superseded', meaning: `Another receipt replaced this one${day}.` }
  if (posture?.refused)
    return {
      tone: 'danger',
      text: 'Does not meet the rules',
      meaning:
        'The receipt is valid, but the evaluation found a gap that no other control covers. The receipt does not name the gap. Ask the organization.',
    }
  const meaning = posture === null ? SIGNED_MEANING : `${SIGNED_MEANING} ${EVALUATED_MEANING}`
  return { tone: 'ok', text: 'Valid receipt', meaning }
}

const FRESHNESS = { fresh: ['ok', 'Current'], amber: ['warn', 'Aging'], red: ['danger', 'Out of date'] } as const

const rulesLink = (name: string, path: (path: string) => string): string =>
  name === CISO_RULESET
    ? `<a href="${escapeHtml(path('/api/agents/ciso-intake/rules'))}">Signet’s security rules (JSON)</a> (version ${escapeHtml(name)})`
    : escapeHtml(name)

const EVIDENCE: Readonly<Record<string, string>> = {
  soc2: 'SOC 2 audit',
  iso27001: 'ISO 27001 audit',
  penTest: 'penetration test',
}

/** Returns the oldest date on which the freshness depends: of the evaluation, or of a claimed audit. */
const oldestDate = ({ asOf, certifications }: Posture): string => {
  const audits = Object.entries(certifications).flatMap(([name, { status, lastAudit: day }]) =>
    day !== undefined && CLAIMED_STATUSES.includes(status) ? [{ day, evidence: EVIDENCE[name] ?? name }] : [],
  )
  const evaluation = { day: asOf, evidence: 'evaluation' }
  const oldest = audits.reduce((one, other) => (other.day < one.day ? other : one), evaluation)
  return `${oldest.evidence} of ${dayText(oldest.day)}`
}

/** A withdrawn or superseded receipt is not current, regardless of its age. */
const ageOf = (posture: Posture, receipt: Receipt) => {
  const { state, reasons } = posture.freshness
  if (receipt.state !== 'active')
    return {
      badge: ['danger', 'Not current'],
      list: `<p>The receipt was ${receipt.state}, so its age does not matter.</p>`,
    }
  const { amberAfterDays, redAfterDays } = FRESHNESS_RULES.intake
  const reasonItems = reasons.map(({ rule, message, since, state: reasonState }) => {
    const sinceText = `${FRESHNESS[reasonState][1]} since <time datetime="${since}">${dayText(since)}</time>`
    return `<li>${escapeHtml(message)}. ${rule === FRESHNESS_RULES.undated.id ? 'This counts as aging' : sinceText}.</li>`
  })
  const limits = `A page is aging when its oldest date is more than ${amberAfterDays} days ago, and out of date after ${redAfterDays} days.`
  const list =
    reasonItems.length === 0
      ? `<p>The oldest date is the ${escapeHtml(oldestDate(posture))}. ${limits}</p>`
      : `<ul>${reasonItems.join('')}</ul><p>${limits}</p>`
  return { badge: FRESHNESS[state], list }
}

const freshnessPart = (posture: Posture, receipt: Receipt, path: (path: string) => string): string => {
  const { freshness, asOf, ruleset } = posture
  const outOfDateFrom = freshness.outOfDateFrom
  const staleText =
    outOfDateFrom === null
      ? ''
      : ` The page is out of date from <time datetime="${outOfDateFrom}">${dayText(outOfDateFrom)}</time>.`
  const {
    badge: [tone, badgeText],
    list,
  } = ageOf(posture, receipt)
  const evaluationHtml = `<p>Evaluated on <span data-claim="asOf">${escapeHtml(dayText(asOf))}</span> against ${rulesLink(ruleset.ruleset, path)}.${staleText}</p>`
  return `<section id="freshness" aria-labelledby="freshness-h"><h2 id="freshness-h">Freshness</h2><p><strong class="badge ${tone}">${badgeText}</strong></p>${evaluationHtml}${list}</section>`
}

export interface CheckAddresses {
  readonly verify: (hash: string) => string
  readonly keys: string
  readonly logKeys: string
  readonly path: (path: string) => string
}

const receiptSection = (page: TrustPage, receipt: Receipt, { verify, keys, logKeys }: CheckAddresses): string => {
  const { tone, text: badgeText, meaning } = badgeOf(receipt, page.posture)
  const pagePath = verify(receipt.hash)
  const successorText =
    receipt.by === null
      ? ''
      : ` ${receipt.state === 'withdrawn' ? 'Proof of the withdrawal' : 'Replaced by'}: receipt <a href="${escapeHtml(verify(receipt.by))}"><code>${receipt.by.slice(0, 12)}…</code></a>.`
  const reasonText = receipt.reason === null || receipt.reason === '' ? '' : ` Reason: ${escapeHtml(receipt.reason)}`
  const dataAttributes = `data-hash="${receipt.hash}" data-verify="${escapeHtml(`${pagePath}.json`)}" data-keys="${escapeHtml(keys)}" data-log-keys="${escapeHtml(logKeys)}"`
  return `<section id="receipt" aria-labelledby="receipt-h" ${dataAttributes}><h2 id="receipt-h">Receipt</h2>
<p><strong class="badge ${tone}">${badgeText}</strong></p><p>${meaning}${successorText}${reasonText}</p>
<dl><dt>Receipt ID (SHA-256)</dt><dd><code>${receipt.hash}</code></dd><dt>Issued</dt><dd><time datetime="${receipt.issuedAt}">${timeText(receipt.issuedAt)}</time></dd></dl>
<p class="screen"><button id="again" type="button" hidden>Verify again in this browser</button></p><p id="found" role="status"></p>
<p class="links"><a href="${escapeHtml(pagePath)}">View all checks and how to run them yourself</a></p></section>`
}

export const receiptPart = (page: TrustPage, addresses: CheckAddresses): string => {
  const { receipt, posture } = page
  if (receipt === null)
    return `<section id="receipt" aria-labelledby="receipt-h"><h2 id="receipt-h">Receipt</h2><p><strong class="badge warn">No receipt</strong></p><p>No valid receipt was found for this page. The content below is not signed.</p></section>`
  if (posture === null) {
    const reason = receipt.valid ? 'This receipt does not cover security controls' : 'The receipt is invalid'
    return `<div class="cards">${receiptSection(page, receipt, addresses)}<section id="unknown" aria-labelledby="unknown-h"><h2 id="unknown-h">Security controls</h2><p>${reason}, so this page shows no security controls. If you need them, ask the organization to publish the receipt of a security assessment.</p></section></div>`
  }
  return `<div class="cards">${receiptSection(page, receipt, addresses)}${freshnessPart(posture, receipt, addresses.path)}</div>`
}
