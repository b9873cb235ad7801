import { valueWords } from './value-labels.ts'

const AS_WRITTEN: readonly string[] = [
  'organization',
  'asOf',
  'ruleset',
  'name',
  'purpose',
  'jurisdiction',
  'lastAudit',
]

/**
 * How pages write the value of a claim, or of a member of one. The program of a trust page writes it the same way, to compare what
 * is shown with the receipt.
 * @param name of the claim or of the member
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
  return AS_WRITTEN.includes(name) ? text : valueWords(text)
}
