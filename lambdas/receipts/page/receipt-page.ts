import { type Check, type CheckName, OPENSSL_COMMANDS, verifierKey } from '@signet/receipts'
import { timeText } from '@signet/ui/dates'
import { escapeHtml, type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'
import type { PublishedReceipt } from '../views/published-receipt.ts'

const STATUS_LABELS: Readonly<Record<Check['status'], string>> = {
  pass: '✓ Passed',
  fail: '✗ Failed',
  pending: '… Pending',
  skipped: '– Not checked',
}

const CHECK_LABELS: readonly (readonly [Exclude<CheckName, 'subject'>, string])[] = [
  ['payload', 'Payload'],
  ['signature', 'Signature'],
  ['key', 'Key'],
  ['chain', 'Chain'],
  ['log', 'Log'],
  ['claims', 'Claims'],
]

const row = (term: string, value: string): string => `<dt>${escapeHtml(term)}</dt><dd>${value}</dd>`
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const checksPart = ({ reply: { checks } }: PublishedReceipt): string => {
  const rows = CHECK_LABELS.map(([name, label]) => {
    const { status, detail } = checks[name]
    return row(label, `${STATUS_LABELS[status]}. ${escapeHtml(detail)}. <span data-check="${name}"></span>`)
  })
  return `<h2>Checks</h2><p>The server ran these checks for this page. <span id="browser"></span></p><dl>${rows.join('')}</dl>`
}

const STATUS_TEXTS = {
  withdrawn: 'The owner withdrew this receipt.',
  superseded: 'Another receipt replaced this one.',
} as const

const statusPart = ({ reply: { status } }: PublishedReceipt): string => {
  if (status.state === 'active') return ''
  const changedBy =
    status.by === null
      ? ''
      : ` See receipt <a href="${escapeHtml(status.by)}">${escapeHtml(status.by.slice(0, 16))}…</a>.`
  const reason = status.reason === null ? '' : ` Reason: ${escapeHtml(status.reason)}`
  const dateText = status.at === null ? '' : ` Date: ${timeText(status.at)}.`
  return `<p class="warning" role="status"><strong>${STATUS_TEXTS[status.state]}</strong>${dateText}${changedBy}${reason}</p>`
}

const factsPart = ({ hash, reply, evidence, cosignatures }: PublishedReceipt): string => {
  const { kind, issuedAt, issuer, chain, log, claimsVisibility } = reply
  const claims = evidence.publicClaims
  return `<dl>
    ${row('Hash', `<code id="hash">${escapeHtml(hash)}</code>`)}
    ${row('Kind', escapeHtml(kind))}
    ${row('Issued', escapeHtml(timeText(issuedAt)))}
    ${issuer === null ? '' : row('Issuer', code(issuer))}
    ${chain === null ? '' : row('Chain', `Receipt ${chain.seq.toLocaleString('en')} of this organization`)}
    ${log === null || log.index === null ? '' : row('Log', `Entry ${log.index} of ${log.treeSize} in ${code(log.origin ?? '')}`)}
    ${cosignatures.map(({ name, at }) => row('Witness', `${code(name)} confirmed the log entry by ${timeText(at.toISOString())}`)).join('')}
    ${row('Claims', claimsVisibility === 'private' ? 'Private' : 'Public')}
    ${claims === undefined ? '' : row('Content', code(JSON.stringify(claims, undefined, 1)))}
  </dl>`
}

const INVALID_MEANING = `<h2>What this proves</h2>
  <p>Nothing: anyone can create an invalid receipt.</p>`

const VALID_MEANING = `<h2>What this proves</h2>
  <ul>
    <li>The key holder signed this exact content and the issue date shown.</li>
    <li>Once logged, the receipt cannot be removed, changed or backdated unnoticed.</li>
  </ul>
  <p>To check a file, compare its SHA-256 hash with the receipt’s subject.</p>
  <h2>What it does not prove</h2>
  <ul>
    <li>That the claims are true, or that you have the right to use the content.</li>
    <li>Who the organization is. The organization’s identity is not verified.</li>
    <li>Private claims, unless the owner gives you the opening (the claims and a salt).</li>
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
      ? '<p>This receipt is private. Ask the owner for the receipt file and verify it with the command below.</p>'
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
    title: receipt.reply.valid ? 'This receipt is valid' : 'This receipt is invalid',
    main: [
      statusPart(receipt),
      factsPart(receipt),
      checksPart(receipt),
      data ? '' : '<p>Browser verification is not available for this receipt.</p>',
      receipt.reply.valid ? VALID_MEANING : INVALID_MEANING,
      verificationGuide(receipt),
    ].join('\n'),
    ...(data ? { program: { text: program, data: { evidence: data } } } : {}),
  }
  return { body: plainDocument(page), contentType: 'text/html; charset=utf-8', headers: plainHeaders(page) }
}
