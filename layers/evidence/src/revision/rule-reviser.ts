import { type Asset, assetText } from '../assets/asset.ts'
import { BODY_MAX, type Content } from '../content.ts'
import { type Gap, validate } from '../verdict.ts'
import type { Reviser, RevisionRequest } from './reviser.ts'

const SECTIONS: Readonly<Record<string, { readonly heading: string; readonly members: readonly string[] }>> = {
  limitations: { heading: 'Limitations', members: ['limitations', 'limits', 'caveats'] },
  method: { heading: 'Method', members: ['method', 'methodology', 'methods'] },
  disclaimer: { heading: 'Disclaimer', members: ['disclaimer'] },
  disclosure: { heading: 'Disclosure', members: ['disclosure', 'sponsorship', 'conflictOfInterest'] },
  prerequisites: { heading: 'Prerequisites', members: ['prerequisites', 'requirements'] },
  troubleshooting: { heading: 'Troubleshooting', members: ['troubleshooting'] },
  version: { heading: 'Version', members: ['version', 'appliesTo'] },
  impact: { heading: 'Impact', members: ['impact'] },
  affected: { heading: 'Affected versions', members: ['affected', 'affectedVersions'] },
  fixed: { heading: 'Fixed versions', members: ['fixed', 'fixedVersions', 'patchedVersions'] },
  mitigation: { heading: 'Mitigation', members: ['mitigation', 'workaround'] },
  timeline: { heading: 'Timeline', members: ['timeline'] },
  contact: { heading: 'Contact', members: ['contact'] },
  credit: { heading: 'Credit', members: ['credit', 'credits', 'acknowledgements'] },
  identifier: { heading: 'Identifier', members: ['cve', 'identifier', 'advisoryId'] },
  severity: { heading: 'Severity', members: ['cvss', 'severity'] },
  weakness: { heading: 'Weakness', members: ['cwe', 'weakness'] },
}

const EMPTY = /^(?:n\/?a|none|tbd|todo|unknown|-)$/i

/**
 * Sections that gaps require, if the content's own members or its assets contain the text. The text is inserted
 * verbatim.
 */
const sectionsFor = (
  content: Content,
  gaps: readonly Pick<Gap, 'type'>[],
  assets: readonly Asset[],
): readonly string[] => {
  const holders = [{ content }, ...assets]
  return [...new Set(gaps.map(({ type }) => type))].flatMap((type) => {
    const section = SECTIONS[type]
    if (section === undefined) return []
    const texts = holders.flatMap((holder) => assetText(holder, ...section.members) ?? [])
    const statements = [...new Set(texts)].filter((text) => !EMPTY.test(text) && !content.body.includes(text))
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

const edited = ({ content, policy, gaps, assets }: RevisionRequest): string => {
  let body = gaps.some(({ type }) => type === 'copyable') ? withoutPrompts(content.body) : content.body
  let { gapCount } = validate({ ...content, body }, policy)
  for (const section of sectionsFor(content, gaps, assets)) {
    const longer = `${body.trimEnd()}\n\n${section}\n`
    if (longer.length > BODY_MAX) continue
    const verdict = validate({ ...content, body: longer }, policy)
    if (verdict.gapCount >= gapCount) continue
    body = longer
    gapCount = verdict.gapCount
  }
  return body
}

/**
 * The reviser without a model: adds the sections that a policy requires, if the content's members or assets contain
 * them, and removes shell prompts. The same text and assets give the same revision. Free of charge, and never
 * fabricates.
 */
export const ruleReviser: Reviser = {
  name: 'rules',
  estimate: () => 0,
  revise: async (request) => ({ body: edited(request), cost: 0 }),
}
