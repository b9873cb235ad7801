import { type Check, type CheckName, OPENSSL_COMMANDS, verifierKey } from '@signet/receipts'
import { escaped, type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'
import type { PublishedReceipt } from '../views/published-receipt.ts'

const STATUS: Readonly<Record<Check['status'], string>> = {
  pass: '✓ passes',
  fail: '✗ fails',
  pending: '… pending',
  skipped: '– not checked',
}

const CHECKED: readonly (readonly [Exclude<CheckName, 'subject'>, string])[] = [
  ['payload', 'Payload'],
  ['signature', 'Signature'],
  ['key', 'Key'],
  ['chain', 'Chain'],
  ['log', 'Log'],
  ['claims', 'Claims'],
]

const row = (term: string, value: string): string => `<dt>${escaped(term)}</dt><dd>${value}</dd>`
const code = (text: string): string => `<code>${escaped(text)}</code>`

const checksPart = ({ reply: { checks } }: PublishedReceipt): string => {
  const rows = CHECKED.map(([name, label]) => {
    const { status, detail } = checks[name]
    return row(label, `${STATUS[status]}. ${escaped(detail)}. <span data-check="${name}"></span>`)
  })
  return `<h2>Checks</h2><p>The server ran these checks for this page. <span id="browser"></span></p><dl>${rows.join('')}</dl>`
}

const WITHDRAWN = {
  withdrawn: 'The owner has withdrawn this receipt.',
  superseded: 'Another receipt replaces this one.',
} as const

const statusPart = ({ reply: { status } }: PublishedReceipt): string => {
  if (status.state === 'active') return ''
  const by = status.by === null ? '' : ` <a href="${escaped(status.by)}">${escaped(status.by.slice(0, 16))}…</a>`
  const reason = status.reason === null ? '' : ` Reason: ${escaped(status.reason)}`
  return `<p class="warning" role="status"><strong>${WITHDRAWN[status.state]}</strong>${by}${reason}</p>`
}

const factsPart = ({ hash, reply, evidence, cosignatures }: PublishedReceipt): string => {
  const { kind, issuedAt, issuer, chain, log, claimsVisibility } = reply
  const claims = evidence.publicClaims
  return `<dl>
    ${row('Hash', `<code id="hash">${escaped(hash)}</code>`)}
    ${row('Kind', escaped(kind))}
    ${row('Issued', escaped(issuedAt))}
    ${issuer === null ? '' : row('By', code(issuer))}
    ${chain === null ? '' : row('Chain', `number ${chain.seq} of its organization`)}
    ${log === null || log.index === null ? '' : row('Log', `entry ${log.index} of ${log.treeSize}, ${code(log.origin ?? '')}`)}
    ${cosignatures.map(({ name, at }) => row('Witness', `${code(name)} saw it in the log before ${at.toISOString()}`)).join('')}
    ${row('Claims', claimsVisibility === 'private' ? 'private' : 'public')}
    ${claims === undefined ? '' : row('Content', code(JSON.stringify(claims, undefined, 1)))}
  </dl>`
}

const MEANING = `<h2>What this proves</h2>
  <ul>
    <li>The holder of the key signed exactly this content, and states that it was issued at this time.</li>
    <li>After the log contains the receipt, it cannot be removed, changed or given another date without detection.</li>
    <li>A file belongs to the receipt if its SHA-256 is the subject of the receipt.</li>
  </ul>
  <h2>What it does not prove</h2>
  <ul>
    <li>That the claims are true, or that the content may be used.</li>
    <li>Who requested it: receipts do not name organizations.</li>
    <li>Private claims, unless their owner gives you the proof that opens them.</li>
  </ul>`

const formsPart = ({ hash, isPrivate, isLogged }: PublishedReceipt): string => {
  const forms = isPrivate
    ? [['.json', 'JSON']]
    : [
        ['.zip', 'Kit for offline verification'],
        ['.json', 'JSON'],
        ['.dsse.json', 'Envelope (DSSE)'],
        ['.sigstore.json', 'Sigstore bundle'],
        ...(isLogged ? [['.tlog-proof', 'Log proof']] : []),
      ]
  const links = forms.map(([ending = '', words = '']) => `<li><a href="${hash}${ending}">${words}</a></li>`)
  return `<ul>${links.join('')}</ul>`
}

const yourselfPart = (receipt: PublishedReceipt): string => `<h2 id="yourself">Check it yourself</h2>
  ${formsPart(receipt)}
  ${
    receipt.isPrivate
      ? '<p>The receipt is private. Ask its owner for the file, and verify it with the command below or in the console.</p>'
      : `<p>With openssl and jq, and the key of <a href="../.well-known/jwks.json">the issuer</a> as <code>key.pem</code>, which is also in the ZIP:</p>
  <pre><code>${escaped(OPENSSL_COMMANDS)}</code></pre>`
  }
  <p>With Node: <code>npx @signet/verify-receipt FILE</code>. The <a href="../.well-known/log-vkey">keys of the log</a> are public, too.</p>`

const dataOf = ({ isPrivate, evidence, noteKeys }: PublishedReceipt): object | undefined => {
  if (isPrivate) return undefined
  const { keys, logKeys: _, witnessKeys: __, ...carried } = evidence
  return { evidence: carried, keys, noteKeys: noteKeys.map(verifierKey) }
}

/**
 * Renders the page of a receipt. It shows the results of the server and works without its script, which verifies the
 * receipt again.
 */
export const receiptPage = (receipt: PublishedReceipt, program: string) => {
  const data = program === '' ? undefined : dataOf(receipt)
  const page: PlainPage = {
    title: receipt.reply.valid ? 'This receipt is valid' : 'This receipt is NOT valid',
    main: [
      statusPart(receipt),
      factsPart(receipt),
      checksPart(receipt),
      data ? '' : '<p>The server made the checks above. This page contains no data that a browser could verify.</p>',
      MEANING,
      yourselfPart(receipt),
    ].join('\n'),
    ...(data ? { program: { text: program, data: { evidence: data } } } : {}),
  }
  return { body: plainDocument(page), contentType: 'text/html; charset=utf-8', headers: plainHeaders(page) }
}
