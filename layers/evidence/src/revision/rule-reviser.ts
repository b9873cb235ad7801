import { type Asset, assetText } from '../assets/asset.ts'
import { BODY_MAX, type Content } from '../content.ts'
import { type Gap, validate } from '../verdict.ts'
import type { Reviser, RevisionRequest } from './reviser.ts'

const SECTIONS: Readonly<Record<string, { readonly heading: string; readonly fields: readonly string[] }>> = {
  limitations: { heading: 'Limitations', fields: ['limitations', 'limits', 'caveats'] },
  method: { heading: 'Method', fields: ['method', 'methodology', 'methods'] },
  disclaimer: { heading: 'Disclaimer', fields: ['disclaimer'] },
  disclosure: { heading: 'Disclosure', fields: ['disclosure', 'sponsorship', 'conflictOfInterest'] },
  prerequisites: { heading: 'Prerequisites', fields: ['prerequisites', 'requirements'] },
  troubleshooting: { heading: 'Troubleshooting', fields: ['troubleshooting'] },
  version: { heading: 'Version', fields: ['version', 'appliesTo'] },
  impact: { heading: 'Impact', fields: ['impact'] },
  affected: { heading: 'Affected versions', fields: ['affected', 'affectedVersions'] },
  fixed: { heading: 'Fixed versions', fields: ['fixed', 'fixedVersions', 'patchedVersions'] },
  mitigation: { heading: 'Mitigation', fields: ['mitigation', 'workaround'] },
  timeline: { heading: 'Timeline', fields: ['timeline'] },
  contact: { heading: 'Contact', fields: ['contact'] },
  credit: { heading: 'Credit', fields: ['credit', 'credits', 'acknowledgements'] },
  identifier: { heading: 'Identifier', fields: ['cve', 'identifier', 'advisoryId'] },
  severity: { heading: 'Severity', fields: ['cvss', 'severity'] },
  weakness: { heading: 'Weakness', fields: ['cwe', 'weakness'] },
}

const PLACEHOLDER = /^(?:n\/?a|none|tbd|todo|unknown|-)$/i

/**
 * Sections that gaps require, if the content's fields or its assets contain the text. The text is inserted
 * verbatim.
 */
const sectionsFor = (
  content: Content,
  gaps: readonly Pick<Gap, 'type'>[],
  assets: readonly Asset[],
): readonly string[] => {
  const textSources = [{ content }, ...assets]
  return [...new Set(gaps.map(({ type }) => type))].flatMap((type) => {
    const section = SECTIONS[type]
    if (section === undefined) return []
    const texts = textSources.flatMap((holder) => assetText(holder, ...section.fields) ?? [])
    const statements = [...new Set(texts)].filter((text) => !PLACEHOLDER.test(text) && !content.body.includes(text))
    return statements.length === 0 ? [] : [`## ${section.heading}\n\n${statements.join('\n\n')}`]
  })
}

/** A shell prompt at the start of a line of code, which a reader would copy. */
const PROMPT = /^(\s*)[$%] (?=\S)/

/** Removes shell prompts from code blocks, which changes no prose. */
const withoutPrompts = (body: string): string => {
  let isCode = false
  return body
    .split('\n')
    .map((line) => {
      if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
      else if (isCode) return line.replace(PROMPT, '$1')
      return line
    })
    .join('\n')
}

const editedBody = ({ content, policy, gaps, assets }: RevisionRequest): string => {
  let body = gaps.some(({ type }) => type === 'copyable') ? withoutPrompts(content.body) : content.body
  let { gapCount } = validate({ ...content, body }, policy)
  for (const section of sectionsFor(content, gaps, assets)) {
    const candidate = `${body.trimEnd()}\n\n${section}\n`
    if (candidate.length > BODY_MAX) continue
    const verdict = validate({ ...content, body: candidate }, policy)
    if (verdict.gapCount >= gapCount) continue
    body = candidate
    gapCount = verdict.gapCount
  }
  return body
}

/**
 * The reviser without a model: adds the sections that a policy requires, if the content's fields or assets contain
 * them, and removes shell prompts. The same text and assets give the same revision. Free of charge, and never
 * fabricates.
 */
export const ruleReviser: Reviser = {
  name: 'rules',
  estimate: () => 0,
  revise: async (request) => ({ body: editedBody(request), cost: 0 }),
}
