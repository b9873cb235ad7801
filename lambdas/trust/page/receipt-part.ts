import { CISO_RULESET } from '@signet/posture'
import { dayText, timeText } from '@signet/ui/dates'
import { escaped } from '@signet/ui/pages'
import type { TrustPage } from '../contract/page-shapes.ts'

type Receipt = NonNullable<TrustPage['receipt']>
type Posture = NonNullable<TrustPage['posture']>

interface Badge {
  readonly tone: 'ok' | 'warn' | 'danger'
  readonly words: string
  readonly meaning: string
}

const MEANING =
  'This statement is signed and unchanged. It proves that the claims were evaluated against published rules and signed on the date below. It does not prove that the claims are true, or who the organization is.'

const badgeOf = ({ valid, state, changedAt }: Receipt, posture: TrustPage['posture']): Badge => {
  const day = changedAt === null ? '' : ` on ${dayText(changedAt)}`
  if (!valid)
    return {
      tone: 'danger',
      words: 'Invalid',
      meaning: 'The receipt does not match its signature, key or claims. Do not rely on it.',
    }
  if (state === 'withdrawn')
    return { tone: 'danger', words: 'Withdrawn', meaning: `The organization withdrew this receipt${day}.` }
  if (state === 'superseded')
    return { tone: 'warn', words: 'Superseded', meaning: `Another receipt replaced this one${day}.` }
  if (posture?.refused)
    return {
      tone: 'danger',
      words: 'Does not meet the rules',
      meaning: 'The receipt is valid. The evaluation found a critical gap without a compensating control.',
    }
  return { tone: 'ok', words: 'Valid receipt', meaning: MEANING }
}

const FRESHNESS = { fresh: ['ok', 'Current'], amber: ['warn', 'Aging'], red: ['danger', 'Out of date'] } as const

const rulesLink = (name: string, path: (path: string) => string): string =>
  name === CISO_RULESET
    ? `<a href="${escaped(path('/api/agents/ciso-intake/rules'))}">${escaped(name)}</a>`
    : escaped(name)

/** A withdrawn or superseded receipt is not current, regardless of its age. */
const ageOf = ({ freshness: { state, reasons } }: Posture, receipt: Receipt) => {
  if (receipt.state !== 'active')
    return {
      badge: ['danger', 'Not evaluated'],
      list: `<p>The receipt is ${receipt.state}, so its age is not evaluated.</p>`,
    }
  const why = reasons.map(
    ({ rule, message, since, state: of }) =>
      `<li>${escaped(message)}. ${FRESHNESS[of][1]} since <time datetime="${since}">${dayText(since)}</time> (rule ${escaped(rule)}).</li>`,
  )
  const list = why.length === 0 ? '<p>All information is within the allowed age.</p>' : `<ul>${why.join('')}</ul>`
  return { badge: FRESHNESS[state], list }
}

const freshnessPart = (posture: Posture, receipt: Receipt, path: (path: string) => string): string => {
  const { freshness, asOf, ruleset } = posture
  const end = freshness.outOfDateFrom
  const until = end === null ? '' : ` Out of date from <time datetime="${end}">${dayText(end)}</time>.`
  const {
    badge: [tone, words],
    list,
  } = ageOf(posture, receipt)
  const judged = `<p>Evaluated on <span data-claim="asOf">${escaped(dayText(asOf))}</span> against ${rulesLink(ruleset.ruleset, path)}.${until}</p>`
  return `<section id="freshness" aria-labelledby="freshness-h"><h2 id="freshness-h">Freshness</h2><p><strong class="badge ${tone}">${words}</strong></p>${judged}${list}</section>`
}

export interface CheckAddresses {
  readonly verify: (hash: string) => string
  readonly keys: string
  readonly logKeys: string
  readonly path: (path: string) => string
}

const receiptSection = (page: TrustPage, receipt: Receipt, { verify, keys, logKeys }: CheckAddresses): string => {
  const { tone, words, meaning } = badgeOf(receipt, page.posture)
  const pagePath = verify(receipt.hash)
  const by =
    receipt.by === null
      ? ''
      : ` See receipt <a href="${escaped(verify(receipt.by))}"><code>${receipt.by.slice(0, 12)}…</code></a>.`
  const reason = receipt.reason === null || receipt.reason === '' ? '' : ` Reason: ${escaped(receipt.reason)}`
  const data = `data-hash="${receipt.hash}" data-verify="${escaped(`${pagePath}.json`)}" data-keys="${escaped(keys)}" data-log-keys="${escaped(logKeys)}"`
  return `<section id="receipt" aria-labelledby="receipt-h" ${data}><h2 id="receipt-h">Receipt</h2>
<p><strong class="badge ${tone}">${words}</strong></p><p>${meaning}${by}${reason}</p>
<dl><dt>Hash</dt><dd><code>${receipt.hash}</code></dd><dt>Issued</dt><dd><time datetime="${receipt.issuedAt}">${timeText(receipt.issuedAt)}</time></dd></dl>
<p class="screen"><button id="again" type="button" hidden>Verify again in this browser</button></p><p id="found" role="status"></p>
<p class="links"><a href="${escaped(pagePath)}">View all checks and how to run them yourself</a></p></section>`
}

export const receiptPart = (page: TrustPage, addresses: CheckAddresses): string => {
  const { receipt, posture } = page
  if (receipt === null)
    return `<section id="receipt" aria-labelledby="receipt-h"><h2 id="receipt-h">Receipt</h2><p><strong class="badge warn">No receipt</strong></p><p>No valid receipt was found for this page. The content below is not signed.</p></section>`
  if (posture === null)
    return `<div class="cards">${receiptSection(page, receipt, addresses)}<section id="unknown" aria-labelledby="unknown-h"><h2 id="unknown-h">Security controls</h2><p>This receipt does not cover security controls, so none are shown.</p></section></div>`
  return `<div class="cards">${receiptSection(page, receipt, addresses)}${freshnessPart(posture, receipt, addresses.path)}</div>`
}
