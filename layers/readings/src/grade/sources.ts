import { isCsf } from '../standards/csf.ts'
import { isCwe } from '../standards/cwe.ts'
import type { Span } from './document.ts'
import { RECORD } from './evidence-words.ts'

export interface Source extends Span {
  readonly name: string
  readonly isImpossible: boolean
}

/** Higher numbers do not exist. The limits for RFC and ISO leave a margin for new documents. */
const RFC_NEWEST = 12_000
const ISO_NEWEST = 90_010
const GDPR_ARTICLES = 99

interface SourcePattern {
  readonly pattern: RegExp
  readonly isImpossible: (match: RegExpMatchArray) => boolean
  /** Counts only if its sentence contains a number. */
  readonly isSpecificOnly?: true
}

const neverImpossible = (): boolean => false

const SOURCE_PATTERNS: readonly SourcePattern[] = [
  {
    pattern: /\bhttps?:\/\/([a-z0-9.-]+)(?:\/[^\s)\]>"']*)?/gi,
    isImpossible: ([, host = '']) => /\.(?:invalid|test|localhost)$/i.test(host),
  },
  { pattern: /\bCWE-(\d{1,5})\b/g, isImpossible: ([, id]) => !isCwe(Number(id)) },
  { pattern: /\b(?:GV|ID|PR|DE|RS|RC)\.[A-Z]{2}(?:-\d{1,2})?\b/g, isImpossible: ([id = '']) => !isCsf(id) },
  { pattern: /\bRFC\s?(\d{1,5})\b/gi, isImpossible: ([, id]) => Number(id) > RFC_NEWEST || Number(id) === 0 },
  {
    pattern: /\b(?:GDPR|DSGVO)\s+Art(?:icle|\.)?\s*(\d{1,4})|\bArt(?:icle|\.)\s*(\d{1,4})\s+(?:of the )?GDPR/gi,
    isImpossible: ([, leading, trailing]) => Number(leading ?? trailing) > GDPR_ARTICLES,
  },
  { pattern: /\bISO(?:\/IEC)?(?:\/IEEE)?\s?(\d{1,6})/g, isImpossible: ([, id]) => Number(id) > ISO_NEWEST },
  { pattern: /\b(?:NIST(?: SP)?|ASVS|WCAG|PCI DSS|SOC)\s?[A-Z]?[\d.-]+\d/g, isImpossible: neverImpossible },
  { pattern: /\bOWASP [A-Z][A-Za-z]+/g, isImpossible: neverImpossible },
  { pattern: /\[\^?\d{1,3}\]|\[@[\w-]+\]/g, isImpossible: neverImpossible },
  {
    pattern: /\(([A-Z][A-Za-z-]+(?: (?:et al\.|and|&) ?[A-Z]?[a-z]*)?,? (?:19|20)\d\d)\)/g,
    isImpossible: neverImpossible,
  },
  { pattern: /\b(?:docs|src|test|runbooks?|adr|dashboards?)\/[\w./-]+/g, isImpossible: neverImpossible },
  { pattern: /\b[A-Z]{2,6}-\d{2,6}\b(?! of)/g, isImpossible: neverImpossible },
  { pattern: /\b(?:doi:?\s*)?10\.(\d{4,9})\/[^\s)]+/gi, isImpossible: ([, prefix]) => Number(prefix) < 1_000 },
  { pattern: /\bn(?:o|r)\.\s?0{3,}\b/gi, isImpossible: () => true },
  { pattern: RECORD, isImpossible: neverImpossible, isSpecificOnly: true },
]

/** Returns true if the sentence around a position contains a number: "the records are kept" cites no source. */
const hasFigureAround = (text: string, at: number): boolean => {
  const from = Math.max(text.lastIndexOf('. ', at), text.lastIndexOf('\n', at)) + 1
  const boundaries = [text.indexOf('. ', at), text.indexOf('\n', at)].filter((end) => end !== -1)
  return /\d/.test(text.slice(from, boundaries.length === 0 ? text.length : Math.min(...boundaries)))
}

/** Returns the sources that a text cites. Earlier patterns take precedence: `CWE-79` is a weakness, not a ticket ID. */
export const sourcesIn = (text: string): readonly Source[] => {
  const sources: Source[] = []
  const isTaken = (at: number): boolean => sources.some(({ start, end }) => start <= at && at < end)
  for (const { pattern, isImpossible, isSpecificOnly } of SOURCE_PATTERNS)
    for (const match of text.matchAll(pattern)) {
      if (isTaken(match.index) || (isSpecificOnly && !hasFigureAround(text, match.index))) continue
      const span = { start: match.index, end: match.index + match[0].length }
      sources.push({ ...span, name: match[0].toLowerCase().replace(/[).,;]+$/, ''), isImpossible: isImpossible(match) })
    }
  return sources
}

const LOCAL_ID = /\b(?:[A-Z]{1,4}-\d{1,4}|[A-Z]{1,3}\d{1,3})\b/g

/** Returns IDs that occur more than once in the text: one occurrence defines the ID, the others refer to it. */
export const localIds = (text: string): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const [id] of text.matchAll(LOCAL_ID)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 1).map(([id]) => id))
}
