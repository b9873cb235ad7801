/** Values whose words have letters of their own. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ pii: 'PII', phi: 'PHI', pci: 'PCI', us: 'US', eu: 'EU', uk: 'UK', ca: 'Canada', apac: 'APAC', latam: 'LATAM' },
  ...{ 'aes-256': 'AES-256', 'aes-128': 'AES-128', 'type-i': 'Type I', 'type-ii': 'Type II' },
  ...{ 'tls-1.3': 'TLS 1.3', 'tls-1.2': 'TLS 1.2', 'tls-1.1': 'TLS 1.1', 'tls-1.0': 'TLS 1.0' },
}

/** Members and claims that are words of the company: they are shown as they are. */
const AS_WRITTEN: readonly string[] = ['organisation', 'asOf', 'name', 'purpose', 'jurisdiction', 'lastAudit']

const wordOf = (value: string): string => WORDS[value] ?? value.replaceAll('-', ' ')

/**
 * How a page writes the value of a claim, or of a member of one. The program of the page writes it the same way, to compare what is
 * shown with the receipt.
 * @param name of the claim or of the member
 */
export const claimText = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => wordOf(String(each))).join(', ')
  const text = String(value ?? '')
  return AS_WRITTEN.includes(name) ? text : wordOf(text)
}
