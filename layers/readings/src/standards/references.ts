import { isCsf } from './csf.ts'
import { isCwe } from './cwe.ts'

/** Requirements of OWASP ASVS 5.0.0 (May 2025): the number per section, counted from 1. */
const ASVS = `
  1.1:2 1.2:10 1.3:12 1.4:3 1.5:3 2.1:3 2.2:3 2.3:5 2.4:2 3.1:1 3.2:3 3.3:5 3.4:8 3.5:8 3.6:1 3.7:5 4.1:5 4.2:5 4.3:2
  4.4:4 5.1:1 5.2:6 5.3:3 5.4:3 6.1:3 6.2:12 6.3:8 6.4:6 6.5:8 6.6:4 6.7:2 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:3 7.6:2
  8.1:4 8.2:4 8.3:3 8.4:2 9.1:3 9.2:4 10.1:2 10.2:3 10.3:5 10.4:16 10.5:5 10.6:2 10.7:3 11.1:4 11.2:5 11.3:5 11.4:4
  11.5:2 11.6:2 11.7:2 12.1:5 12.2:2 12.3:5 13.1:4 13.2:6 13.3:4 13.4:7 14.1:2 14.2:8 14.3:3 15.1:5 15.2:5 15.3:7
  15.4:4 16.1:1 16.2:5 16.3:4 16.4:3 16.5:4 17.1:2 17.2:8 17.3:2
`

/** Success criteria of WCAG 2.2 (W3C, October 2023). 4.1.1 is obsolete. */
const WCAG = `
  1.1:1 1.2:9 1.3:6 1.4:13 2.1:4 2.2:6 2.3:3 2.4:13 2.5:8 3.1:6 3.2:6 3.3:9 4.1:3
`

const sectionsOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => entry.split(':'))
      .map(([section = '', count]) => [section, Number(count)] as const),
  )

const isIn = (sections: ReadonlyMap<string, number>, id: string): boolean => {
  const [chapter, section, number] = id.split('.')
  const count = sections.get(`${chapter}.${section}`) ?? 0
  return /^\d+\.\d+\.\d+$/.test(id) && Number(number) >= 1 && Number(number) <= count
}

const asvs = sectionsOf(ASVS)
const wcag = sectionsOf(WCAG)

const isAsvs = (id: string): boolean => isIn(asvs, id)

const isWcag = (id: string): boolean => id !== '4.1.1' && isIn(wcag, id)

const upTo =
  (max: number) =>
  (id: string): boolean =>
    Number(id) >= 1 && Number(id) <= max

/** Articles of the GDPR (EU 2016/679) and of the AI Act (EU 2024/1689). */
const GDPR_ARTICLES = 99
const AI_ACT_ARTICLES = 113
const RFC_NEWEST = 12_000
const LLM_RISKS = 10

const STANDARDS: readonly { readonly pattern: RegExp; readonly isListed: (id: string) => boolean }[] = [
  { pattern: /^CWE-(.*)$/, isListed: (id) => /^\d+$/.test(id) && isCwe(Number(id)) },
  { pattern: /^NIST CSF 2\.0 (.*)$/, isListed: isCsf },
  { pattern: /^ASVS 5\.0 (.*)$/, isListed: isAsvs },
  { pattern: /^WCAG 2\.2 (.*)$/, isListed: isWcag },
  { pattern: /^OWASP LLM(\d+):2025$/, isListed: upTo(LLM_RISKS) },
  { pattern: /^GDPR Art\. (\d+)/, isListed: upTo(GDPR_ARTICLES) },
  { pattern: /^EU 2024\/1689 Art\. (\d+)/, isListed: upTo(AI_ACT_ARTICLES) },
  { pattern: /^RFC (\d+)/, isListed: upTo(RFC_NEWEST) },
]

const KNOWN_STANDARD = /^(?:CWE|NIST CSF|ASVS|OWASP ASVS|WCAG|OWASP LLM|GDPR|RFC)\b/

/**
 * Returns why the ID of a reference is invalid; undefined for an ID of a listed standard (CWE 4.16, CSF 2.0, ASVS
 * 5.0.0, WCAG 2.2, LLM Top 10 of 2025, GDPR, AI Act, RFCs) and for other standards.
 */
export const referenceFault = (id: string): string | undefined => {
  for (const { pattern, isListed } of STANDARDS) {
    const [, inner] = pattern.exec(id) ?? []
    if (inner !== undefined) return isListed(inner) ? undefined : `${id} does not exist in its standard`
  }
  return KNOWN_STANDARD.test(id)
    ? `${id} does not have the form of ids of its standard, or belongs to another version`
    : undefined
}
