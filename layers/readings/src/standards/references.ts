import { isCsf } from './csf.ts'
import { isCwe } from './cwe.ts'
import { isAsvs, isWcag } from './numbered.ts'

interface Standard {
  readonly form: RegExp
  readonly has: (id: string) => boolean
}

const upTo =
  (most: number) =>
  (id: string): boolean =>
    Number(id) >= 1 && Number(id) <= most

/** Articles of the GDPR (EU 2016/679) and of the AI Act (EU 2024/1689). */
const GDPR_ARTICLES = 99
const AI_ACT_ARTICLES = 113
const RFC_NEWEST = 12_000
const LLM_RISKS = 10

const STANDARDS: readonly Standard[] = [
  { form: /^CWE-(.*)$/, has: (id) => /^\d+$/.test(id) && isCwe(Number(id)) },
  { form: /^NIST CSF 2\.0 (.*)$/, has: isCsf },
  { form: /^ASVS 5\.0 (.*)$/, has: isAsvs },
  { form: /^WCAG 2\.2 (.*)$/, has: isWcag },
  { form: /^OWASP LLM(\d+):2025$/, has: upTo(LLM_RISKS) },
  { form: /^GDPR Art\. (\d+)/, has: upTo(GDPR_ARTICLES) },
  { form: /^EU 2024\/1689 Art\. (\d+)/, has: upTo(AI_ACT_ARTICLES) },
  { form: /^RFC (\d+)/, has: upTo(RFC_NEWEST) },
]

const OTHER_FORM = /^(?:CWE|NIST CSF|ASVS|OWASP ASVS|WCAG|OWASP LLM|GDPR|RFC)\b/

/**
 * Why an id cannot be what it says; undefined for one that is of the lists (CWE 4.16, CSF 2.0, ASVS 5.0.0, WCAG 2.2, LLM
 * Top 10 of 2025, GDPR, AI Act, RFCs), and for what no list is kept of.
 */
export const referenceFault = (id: string): string | undefined => {
  for (const { form, has } of STANDARDS) {
    const [, inner] = form.exec(id) ?? []
    if (inner !== undefined) return has(inner) ? undefined : `${id} is none of its standard`
  }
  return OTHER_FORM.test(id) ? `${id} is not written as ids of its standard are, or is of another version` : undefined
}
