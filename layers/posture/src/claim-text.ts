import { dayText } from '@signet/ui/dates'
import { valueWords } from './value-labels.ts'

const FREE_TEXT_CLAIMS: readonly string[] = ['organization', 'ruleset', 'name', 'purpose', 'jurisdiction']

const DATE_CLAIMS: readonly string[] = ['asOf', 'lastAudit']

/** Values that mean nothing without their claim. */
const CLAIM_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mfa: { universal: 'for all staff', 'privileged-only': 'for privileged accounts only', partial: 'for some staff' },
  passwordManager: { universal: 'for all staff', partial: 'for some staff' },
  peerReview: {
    peer: 'a second person',
    'single-maintainer': 'a single maintainer',
    'multi-agent': 'several AI agents',
    'automated-only': 'automated checks only',
  },
}

/**
 * Formats the value of a claim, or of a field within a claim, for pages. The verification script of a trust page
 * formats values in the same manner, to compare them with the receipt.
 * @param name the claim or field
 */
export const claimText = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => valueWords(String(each))).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([member, each]) => `${member} ${claimText(member, each)}`)
      .join(', ')
  const text = String(value ?? '')
  if (DATE_CLAIMS.includes(name)) return dayText(text)
  return FREE_TEXT_CLAIMS.includes(name) ? text : (CLAIM_VALUES[name]?.[text] ?? valueWords(text))
}
