import { valueWords } from '@signet/posture/value-words'

/** Members and claims that are words of the company: they are shown as they are. */
const AS_WRITTEN: readonly string[] = ['organisation', 'asOf', 'name', 'purpose', 'jurisdiction', 'lastAudit']

/**
 * How a page writes the value of a claim, or of a member of one. The program of the page writes it the same way, to compare what is
 * shown with the receipt.
 * @param name of the claim or of the member
 */
export const claimText = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => valueWords(String(each))).join(', ')
  const text = String(value ?? '')
  return AS_WRITTEN.includes(name) ? text : valueWords(text)
}
