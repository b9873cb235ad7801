import { ASSESSMENT_KIND } from '@signet/posture/claim-labels'
import { escapeHtml } from '@signet/ui/pages'
import type { PublishedReceipt } from '../views/published-receipt.ts'

/** Kinds whose receipts refer to no file that a reader could have. */
const KINDS_WITHOUT_FILE: readonly string[] = [
  ASSESSMENT_KIND,
  'receipt.withdraw',
  'key.event',
  'flags.audit',
  'ledger.statement',
]

/** Returns the name of the organization in HTML, if a valid receipt publishes it. */
const organizationName = ({ reply: { valid }, evidence: { publicClaims } }: PublishedReceipt): string | undefined => {
  const { organization } = (publicClaims ?? {}) as { readonly organization?: unknown }
  return valid && typeof organization === 'string' ? `<strong>${escapeHtml(organization)}</strong>` : undefined
}

const proofText = (receipt: PublishedReceipt): string => {
  const name = organizationName(receipt)
  if (receipt.reply.kind === ASSESSMENT_KIND)
    return `This receipt proves that Signet evaluated the security claims of an organization${name === undefined ? '' : ` that calls itself ${name}`}, and that the result is unchanged.`
  const about =
    name === undefined
      ? 'This receipt does not name the organization.'
      : `It is about an organization that calls itself ${name}.`
  return `This receipt is a record that Signet signed, and it is unchanged. ${about}`
}

export const introduction = (receipt: PublishedReceipt): string => {
  const { valid, status } = receipt.reply
  if (!valid)
    return '<p>A receipt is a record that Signet signs. Anyone can check whether it is genuine and unchanged.</p>'
  const validity =
    status.state === 'active' ? ' Valid means genuine and unchanged. It does not mean that the content is true.' : ''
  return `<p>${proofText(receipt)}${validity}</p>`
}

/** Returns the result of an assessment. A valid receipt can state that the organization does not meet the rules. */
export const resultPart = (receipt: PublishedReceipt): string => {
  const { reply, statement } = receipt
  const refused = statement?.predicate.result?.refused
  if (!reply.valid || refused === undefined) return ''
  if (refused > 0)
    return '<p class="warning" role="status"><strong>Does not meet the rules.</strong> The evaluation found a gap that no other control covers.</p>'
  if (reply.status.state !== 'active') return ''
  return `<p>Result: by its own claims, ${organizationName(receipt) ?? 'the organization'} meets the rules. It has no open gap.</p>`
}

const fileText = ({ reply: { kind }, isPrivate }: PublishedReceipt): string => {
  if (KINDS_WITHOUT_FILE.includes(kind)) return ''
  return isPrivate
    ? '<p>This page cannot check a file. The receipt file contains the SHA-256 hash of the file that it refers to.</p>'
    : '<p>To check a file, compare its SHA-256 hash with the hash in the row “Refers to”.</p>'
}

const INVALID_MEANING = `<h2>What this proves</h2>
  <p>Nothing: anyone can create an invalid receipt.</p>`

/** Returns what the receipt proves, and what it does not prove. */
export const meaningPart = (receipt: PublishedReceipt): string => {
  const { valid, kind, claimsVisibility } = receipt.reply
  if (!valid) return INVALID_MEANING
  const unproven = [
    'That the claims are true.',
    ...(kind === 'image' ? ['That you have the right to use the image.'] : []),
    'Who the organization is. The organization’s identity is not verified.',
    ...(claimsVisibility === 'private'
      ? ['Private claims. The organization can give you a receipt file that reveals and proves them.']
      : []),
  ]
  return `<h2>What this proves</h2>
  <ul>
    <li>Signet signed this receipt on the date shown. The receipt has not been changed since.</li>
    <li>Once logged, the receipt cannot be removed, changed or backdated unnoticed.</li>
  </ul>
  ${fileText(receipt)}
  <h2>What it does not prove</h2>
  <ul>${unproven.map((text) => `<li>${text}</li>`).join('')}</ul>`
}
