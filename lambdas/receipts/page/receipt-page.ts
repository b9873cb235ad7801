import { CHECK_QUESTIONS, type Check, isWitnessKey, OPENSSL_COMMANDS, verifierKey } from '@signet/receipts'
import { claimEntries, claimValue } from '@signet/receipts/claim-words'
import { kindLabel } from '@signet/receipts/kind-labels'
import { timeText } from '@signet/ui/dates'
import { escapeHtml, type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'
import type { PublishedReceipt } from '../views/published-receipt.ts'
import { CHECK_LABELS } from './verification-text.ts'

const STATUS_LABELS: Readonly<Record<Check['status'], string>> = {
  pass: '✓ Passed',
  fail: '✗ Failed',
  pending: '… Pending',
  skipped: '– Not checked',
}

const row = (term: string, value: string): string => `<dt>${escapeHtml(term)}</dt><dd>${value}</dd>`
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const WITNESS_NOTE = ' A witness, which monitors the log separately, usually confirms an entry within minutes.'

const awaitsWitness = ({ reply: { checks }, cosignatures, noteKeys }: PublishedReceipt): boolean =>
  checks.log.status === 'pass' && cosignatures.length === 0 && noteKeys.some(isWitnessKey)

const checksPart = (receipt: PublishedReceipt): string => {
  const { checks } = receipt.reply
  const rows = CHECK_LABELS.map(([name, label]) => {
    const { status, detail } = checks[name]
    const note = name === 'log' && awaitsWitness(receipt) ? WITNESS_NOTE : ''
    return row(
      label,
      `${escapeHtml(CHECK_QUESTIONS[name])}<br>${STATUS_LABELS[status]}. ${escapeHtml(detail)}.${note} <span data-check="${name}"></span>`,
    )
  })
  return `<h2>Checks</h2><p>The server ran these checks for this page. <span id="browser"></span></p><dl>${rows.join('')}</dl>`
}

const STATE_TITLES = {
  withdrawn: 'This receipt was withdrawn',
  superseded: 'This receipt was replaced',
} as const

const titleOf = ({ reply: { valid, status } }: PublishedReceipt): string => {
  if (!valid) return 'This receipt is invalid'
  return status.state === 'active' ? 'This receipt is valid' : STATE_TITLES[status.state]
}

const STATE_TEXTS = {
  withdrawn: 'The organization withdrew this receipt. Do not rely on it.',
  superseded: 'Another receipt replaced this one.',
} as const

const warning = (html: string): string => `<p class="warning" role="status">${html}</p>`

const statusPart = ({ reply: { status } }: PublishedReceipt): string => {
  if (status.state === 'active') return ''
  const changedBy =
    status.by === null
      ? ''
      : ` See receipt <a href="${escapeHtml(status.by)}">${escapeHtml(status.by.slice(0, 16))}…</a>.`
  const reason = status.reason === null ? '' : ` Reason: ${escapeHtml(status.reason)}`
  const dateText = status.at === null ? '' : ` Date: ${timeText(status.at)}.`
  return warning(`<strong>${STATE_TEXTS[status.state]}</strong>${dateText}${changedBy}${reason}`)
}

/** A valid receipt of an assessment can state that the organization does not meet the rules. */
const resultPart = ({ reply: { valid }, statement }: PublishedReceipt): string =>
  valid && (statement?.predicate.result?.refused ?? 0) > 0
    ? warning(
        '<strong>Does not meet the rules.</strong> The evaluation found a critical gap without a compensating control.',
      )
    : ''

/** Returns the name of the organization in HTML, if a valid receipt publishes it. */
const organizationName = ({ reply: { valid }, evidence: { publicClaims } }: PublishedReceipt): string | undefined => {
  const { organization } = (publicClaims ?? {}) as { readonly organization?: unknown }
  return valid && typeof organization === 'string' ? escapeHtml(organization) : undefined
}

const introduction = (receipt: PublishedReceipt): string => {
  const name = organizationName(receipt)
  const unnamed = receipt.reply.valid ? 'This receipt does not name the organization.' : ''
  const about =
    name === undefined ? unnamed : `This receipt is about an organization that calls itself <strong>${name}</strong>.`
  return `<p>A receipt is a statement about an organization’s work, signed by Signet. Anyone can check that it is genuine and unchanged. ${about}</p>`
}

const factsPart = ({ hash, reply, cosignatures, statement }: PublishedReceipt): string => {
  const { kind, issuedAt, issuer, chain, log, claimsVisibility } = reply
  const [subject] = statement?.subject ?? []
  return `<dl>
    ${row('Hash', `<code id="hash">${escapeHtml(hash)}</code>`)}
    ${row('Kind', `${escapeHtml(kindLabel(kind))} (${code(kind)})`)}
    ${row('Issued', escapeHtml(timeText(issuedAt)))}
    ${issuer === null ? '' : row('Signed by', `Signet at ${code(issuer)}`)}
    ${subject === undefined ? '' : row('Subject', `${code(subject.name)}, SHA-256 ${code(subject.digest.sha256)}`)}
    ${chain === null ? '' : row('Receipt number', `Receipt ${chain.seq.toLocaleString('en')} of this organization`)}
    ${log === null || log.index === null ? '' : row('Log entry', `Index ${log.index} (from 0) of ${log.treeSize} entries in ${code(log.origin ?? '')}`)}
    ${cosignatures.map(({ name, at }) => row('Witness', `${code(name)}, which monitors the log separately, confirmed the log entry by ${timeText(at.toISOString())}`)).join('')}
    ${claimsVisibility === 'private' ? row('Claims', 'Private') : ''}
  </dl>`
}

const claimsPart = ({ evidence: { publicClaims: claims } }: PublishedReceipt): string => {
  if (claims === undefined) return ''
  const entries = claimEntries(claims)
  return `<h2>Public claims</h2>${
    entries === undefined
      ? `<p>${escapeHtml(claimValue(claims))}</p>`
      : `<dl>${entries.map(([name, value]) => row(name, escapeHtml(value))).join('')}</dl>`
  }`
}

const INVALID_MEANING = `<h2>What this proves</h2>
  <p>Nothing: anyone can create an invalid receipt.</p>`

const VALID_MEANING = `<h2>What this proves</h2>
  <ul>
    <li>Signet signed this exact content and the issue date shown.</li>
    <li>Once logged, the receipt cannot be removed, changed or backdated unnoticed.</li>
  </ul>
  <p>To check a file, compare its SHA-256 hash with the subject of the receipt.</p>
  <h2>What it does not prove</h2>
  <ul>
    <li>That the claims are true, or that you have the right to use the content.</li>
    <li>Who the organization is. The organization’s identity is not verified.</li>
    <li>Private claims. The organization can give you a receipt file that reveals and proves them.</li>
  </ul>`

const formatsPart = ({ hash, isPrivate, isLogged }: PublishedReceipt): string => {
  const formats = isPrivate
    ? [['.json', 'JSON']]
    : [
        ['.zip', 'ZIP for offline verification'],
        ['.json', 'JSON'],
        ['.dsse.json', 'Envelope (DSSE)'],
        ['.sigstore.json', 'Sigstore bundle'],
        ...(isLogged ? [['.tlog-proof', 'Log proof']] : []),
      ]
  const links = formats.map(([suffix = '', label = '']) => `<li><a href="${hash}${suffix}">${label}</a></li>`)
  return `<ul>${links.join('')}</ul>`
}

const verificationGuide = (receipt: PublishedReceipt): string => `<h2 id="yourself">Verify it yourself</h2>
  ${formatsPart(receipt)}
  ${
    receipt.isPrivate
      ? '<p>This receipt is private. Request the receipt file from the organization and verify it with the command below.</p>'
      : `<p>Requires openssl and jq. Run these commands in the folder of the unpacked ZIP. Its <code>key.pem</code> belongs to the issuer only if the <a href="../.well-known/jwks.json">issuer’s published keys</a> contain it.</p>
  <pre><code>${escapeHtml(OPENSSL_COMMANDS)}</code></pre>`
  }
  <p>With Node.js: <code>npx @signet/verify-receipt FILE</code>. The <a href="../.well-known/log-vkey">log keys</a> are public.</p>`

const scriptDataOf = ({ isPrivate, evidence, noteKeys }: PublishedReceipt): object | undefined => {
  if (isPrivate) return undefined
  const { keys, logKeys: _, witnessKeys: __, ...publicEvidence } = evidence
  return { evidence: publicEvidence, keys, noteKeys: noteKeys.map(verifierKey) }
}

/**
 * Renders the page of a receipt with the results of the server. The page is complete without its script, which only
 * verifies the receipt again.
 */
export const receiptPage = (receipt: PublishedReceipt, program: string) => {
  const data = program === '' ? undefined : scriptDataOf(receipt)
  const page: PlainPage = {
    title: titleOf(receipt),
    main: [
      introduction(receipt),
      statusPart(receipt),
      resultPart(receipt),
      factsPart(receipt),
      checksPart(receipt),
      data ? '' : '<p>Browser verification is not available for this receipt.</p>',
      claimsPart(receipt),
      receipt.reply.valid ? VALID_MEANING : INVALID_MEANING,
      verificationGuide(receipt),
    ].join('\n'),
    ...(data ? { program: { text: program, data: { evidence: data } } } : {}),
  }
  return { body: plainDocument(page), contentType: 'text/html; charset=utf-8', headers: plainHeaders(page) }
}
