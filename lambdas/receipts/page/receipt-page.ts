import { ASSESSMENT_KIND, claimRows } from '@signet/posture/claim-labels'
import {
  CHECK_LABELS,
  CHECK_QUESTIONS,
  type Check,
  type CheckName,
  isWitnessKey,
  keyCommands,
  OPENSSL_COMMANDS,
  verifierKey,
} from '@signet/receipts'
import { claimEntries, claimValue } from '@signet/receipts/claim-words'
import { kindLabel } from '@signet/receipts/kind-labels'
import { timeText } from '@signet/ui/dates'
import { escapeHtml, type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'
import type { PublishedReceipt } from '../views/published-receipt.ts'
import { introduction, meaningPart, resultPart } from './meaning-part.ts'
import { PAGE_CHECKS } from './verification-text.ts'

const STATUS_LABELS: Readonly<Record<Check['status'], string>> = {
  pass: '✓ Passed',
  fail: '✗ Failed',
  pending: '… Pending',
  skipped: '– Not checked',
}

const row = (term: string, value: string): string => `<dt>${escapeHtml(term)}</dt><dd>${value}</dd>`
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const WITNESS_NOTE = ' The witness of the log usually confirms an entry within minutes.'

const awaitsWitness = ({ reply: { checks }, cosignatures, noteKeys }: PublishedReceipt): boolean =>
  checks.log.status === 'pass' && cosignatures.length === 0 && noteKeys.some(isWitnessKey)

/** Returns the detail of a check with what the page knows: the number of the receipt, and why claims are missing. */
const detailText = ({ reply }: PublishedReceipt, name: CheckName, { status, detail }: Check): string => {
  const seq = reply.chain?.seq
  if (name === 'chain' && status === 'pass' && seq !== 1)
    return `It follows ${seq === undefined ? 'the previous receipt' : `receipt ${(seq - 1).toLocaleString('en')}`} of this organization`
  if (name === 'chain' && status === 'skipped') return 'The previous receipt is not available, and is not required'
  if (name === 'claims' && status === 'skipped' && reply.claimsVisibility === 'private') return 'The claims are private'
  return detail
}

const checksPart = (receipt: PublishedReceipt): string => {
  const { checks } = receipt.reply
  const rows = PAGE_CHECKS.map((name) => {
    const { status } = checks[name]
    const detail = detailText(receipt, name, checks[name])
    const note = name === 'log' && awaitsWitness(receipt) ? WITNESS_NOTE : ''
    return row(
      CHECK_LABELS[name],
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

const CHANGE_LABELS = {
  withdrawn: 'Proof of the withdrawal',
  superseded: 'Replaced by',
} as const

const warning = (html: string): string => `<p class="warning" role="status">${html}</p>`

const statusPart = ({ reply: { status } }: PublishedReceipt): string => {
  if (status.state === 'active') return ''
  const changedBy =
    status.by === null
      ? ''
      : ` ${CHANGE_LABELS[status.state]}: receipt <a href="${escapeHtml(status.by)}">${escapeHtml(status.by.slice(0, 16))}…</a>.`
  const reason = status.reason === null ? '' : ` Reason: ${escapeHtml(status.reason)}`
  const dateText = status.at === null ? '' : ` Date: ${timeText(status.at)}.`
  return warning(`<strong>${STATE_TEXTS[status.state]}</strong>${dateText}${changedBy}${reason}`)
}

const subjectText = ({ isPrivate, statement }: PublishedReceipt): string | undefined => {
  if (isPrivate) return 'Private. Only the receipt file names it.'
  const [subject] = statement?.subject ?? []
  if (subject === undefined) return undefined
  const name = subject.name === 'claims' ? 'The public claims below' : code(subject.name)
  return `${name} (SHA-256 ${code(subject.digest.sha256)})`
}

const factsPart = (receipt: PublishedReceipt): string => {
  const { hash, reply, cosignatures } = receipt
  const { kind, issuedAt, issuer, chain, log, claimsVisibility } = reply
  const subject = subjectText(receipt)
  return `<dl>
    ${row('Hash', `<code id="hash">${escapeHtml(hash)}</code>`)}
    ${row('Kind', escapeHtml(kindLabel(kind)))}
    ${row('Issued', escapeHtml(timeText(issuedAt)))}
    ${issuer === null ? '' : row('Signed by', `Signet at ${code(issuer)}`)}
    ${subject === undefined ? '' : row('Refers to', subject)}
    ${chain === null ? '' : row('Receipt number', `Receipt ${chain.seq.toLocaleString('en')} of this organization`)}
    ${log === null || log.index === null ? '' : row('Log entry', `Entry ${(log.index + 1).toLocaleString('en')} of ${(log.treeSize ?? 0).toLocaleString('en')} in ${code(log.origin ?? '')}`)}
    ${cosignatures.map(({ name, at }) => row('Witness', `${code(name)} confirmed the log entry by ${timeText(at.toISOString())}. It is a separate program of Signet that watches the log for changes.`)).join('')}
    ${claimsVisibility === 'private' ? row('Claims', 'Private') : ''}
  </dl>`
}

const claimsPart = ({ reply: { kind }, evidence: { publicClaims: claims } }: PublishedReceipt): string => {
  if (claims === undefined) return ''
  const entries =
    kind === ASSESSMENT_KIND ? claimRows(claims as Readonly<Record<string, unknown>>) : claimEntries(claims)
  return `<h2>Public claims</h2>${
    entries === undefined
      ? `<p>${escapeHtml(claimValue(claims))}</p>`
      : `<dl>${entries.map(([name, value]) => row(name, escapeHtml(value))).join('')}</dl>`
  }`
}

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

const commandsPart = ({
  reply: { issuer, key },
}: PublishedReceipt): string => `<p>These commands require openssl and jq. Run them in the folder of the unpacked ZIP. <code>sha256sum</code> must print the hash above. The last command must print <code>Signature Verified Successfully</code>.</p>
  <pre><code>${escapeHtml(OPENSSL_COMMANDS)}</code></pre>
  <p>Anyone can put a key into a ZIP, so compare <code>key.pem</code> with the <a href="../.well-known/jwks.json">published keys of Signet</a>. The second command must print the value of the first${key ? `, followed by ${code(key.kid)}` : ''}.</p>
  <pre><code>${escapeHtml(keyCommands(issuer ?? ''))}</code></pre>`

const verificationGuide = (receipt: PublishedReceipt): string => `<h2 id="yourself">Verify it yourself</h2>
  ${formatsPart(receipt)}
  ${
    receipt.isPrivate
      ? '<p>This receipt is private. Request the receipt file from the sender of this link, and verify it with the command below.</p>'
      : commandsPart(receipt)
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
      meaningPart(receipt),
      verificationGuide(receipt),
    ].join('\n'),
    ...(data ? { program: { text: program, data: { evidence: data } } } : {}),
  }
  return { body: plainDocument(page), contentType: 'text/html; charset=utf-8', headers: plainHeaders(page) }
}
