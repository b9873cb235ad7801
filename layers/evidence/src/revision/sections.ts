import { type Asset, assetText } from '../assets/asset.ts'
import type { Content } from '../content.ts'
import type { Gap } from '../verdict.ts'

interface Section {
  readonly heading: string
  readonly members: readonly string[]
}

const SECTIONS: Readonly<Record<string, Section>> = {
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
 * Sections that gaps ask for, as far as the content's own members or the assets that stand in it say what belongs there. Each
 * comes with what it says, word for word.
 */
export const sectionsFor = (
  content: Content,
  gaps: readonly Pick<Gap, 'type'>[],
  assets: readonly Asset[],
): readonly string[] => {
  const holders = [{ content }, ...assets]
  return [...new Set(gaps.map(({ type }) => type))].flatMap((type) => {
    const section = SECTIONS[type]
    if (section === undefined) return []
    const texts = holders.flatMap((holder) => assetText(holder, ...section.members) ?? [])
    const said = [...new Set(texts)].filter((text) => !EMPTY.test(text) && !content.body.includes(text))
    return said.length === 0 ? [] : [`## ${section.heading}\n\n${said.join('\n\n')}`]
  })
}
