import { dayText } from '@signet/ui/dates'
import { valueWords } from './value-labels.ts'

const AS_WRITTEN: readonly string[] = ['organization', 'ruleset', 'name', 'purpose', 'jurisdiction']

const DAYS: readonly string[] = ['asOf', 'lastAudit']

/**
 * Formats the value of a claim, or of a member of one, for pages. A trust page's verification script formats values the
 * same way, to compare them with the receipt.
 * @param name the claim's or the member's name
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
  if (DAYS.includes(name)) return dayText(text)
  return AS_WRITTEN.includes(name) ? text : valueWords(text)
}
