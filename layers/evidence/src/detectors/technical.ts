import type { TextAnalysis } from '../analysis/text-analysis.ts'
import type { GapPosition } from './experience.ts'

/** Reports the whole text unless the pattern occurs in its prose or headings. */
const requirePattern =
  (pattern: RegExp) =>
  ({ document: { body }, whole }: TextAnalysis): GapPosition =>
    pattern.test(body) ? undefined : whole

/** A version of the documented software: "v2.4", "version 3", "Node 24", "since 1.8". */
export const versionNamed = requirePattern(
  /\bv\d+(?:\.\d+)*\b|\bversions? \d+|\b(?:since|from|requires?|in|on|for) [A-Za-z.+#-]{1,30} ?\d+(?:\.\d+)+\b|\b\d+\.\d+\.\d+\b|\b(?:Node(?:\.js)?|Python|Java|Go|Ruby|PHP|Rust|Postgres(?:QL)?|Debian|Ubuntu|macOS|iOS|Android|Windows|Kubernetes|TypeScript) \d+/,
)

export const prerequisites = requirePattern(
  /^#{1,6} .{0,40}(?:prerequisite|requirement|before you (?:begin|start)|you (?:will )?need|what you need)|\b(?:before you (?:begin|start)|you(?:'|’)?(?:ll| will)? need\b|prerequisites?:|requires? (?:at least )?[A-Z]|make sure (?:that )?you have|assumes? (?:that )?you)/im,
)

/** Code that a reader can copy: at least `lines` lines, each of which is a block. Fences do not count. */
export const codeSample = (
  { document, whole: wholeText }: TextAnalysis,
  { lines }: { readonly lines: number },
): GapPosition => {
  const { blocks } = document
  const code = blocks.filter(
    ({ kind, start, end }) => kind === 'code' && end > start && !/^\s*[`~]{3}/.test(document.body.slice(start, end)),
  )
  return code.length >= lines ? undefined : wholeText
}

/** A sentence before every code block. */
export const codeIntroduced = ({ document }: TextAnalysis): GapPosition => {
  const { blocks, body } = document
  for (const [nth, { kind, start, end }] of blocks.entries()) {
    const isFirst = kind === 'code' && blocks[nth - 1]?.kind !== 'code'
    if (!isFirst) continue
    const before = blocks[nth - 1]
    const isIntroduced =
      before !== undefined && (before.kind === 'paragraph' || before.kind === 'item' || before.kind === 'note')
    if (!isIntroduced || !/\p{L}{2}/u.test(body.slice(before.start, before.end))) return { start, end }
  }
  return undefined
}

export const expectedOutput = requirePattern(
  /\b(?:you (?:should|will) (?:now )?(?:see|get)|(?:prints?|outputs?|returns?|shows?|displays?|answers?|responds?)\b|the (?:output|result|response|reply) (?:is|looks|should)|expected (?:output|result)|example (?:output|response))/i,
)

export const troubleshooting = requirePattern(
  /^#{1,6} .{0,40}(?:troubleshoot|common (?:errors?|problems?)|errors?\b|if it fails|limits|known issues|faq)|\bif (?:you (?:see|get)|it fails|this fails|the (?:command|call|request|build) fails)|\b(?:fails? with|throws?|error code|exit code|status 4\d\d)/im,
)

export const furtherLinks = ({ document, whole }: TextAnalysis, { least }: { readonly least: number }): GapPosition =>
  new Set(document.links.filter(({ kind }) => kind === 'link').map(({ href }) => href)).size >= least
    ? undefined
    : whole

/** Commands without a shell prompt, which would be copied too. */
export const copyableCommands = ({ document }: TextAnalysis): GapPosition => {
  const blockWithPrompt = document.blocks.find(
    ({ kind, start, end }) => kind === 'code' && /^\s*(?:\$|>|#) \S/.test(document.body.slice(start, end)),
  )
  return blockWithPrompt && { start: blockWithPrompt.start, end: blockWithPrompt.end }
}

export const advisoryId = requirePattern(
  /\bCVE-\d{4}-\d{4,}\b|\bGHSA(?:-[0-9a-z]{4}){3}\b|\b[A-Z]{2,10}-SA-\d{2,4}[-:]\d+\b/,
)

export const affectedVersions = requirePattern(
  /\b(?:affect(?:s|ed)?|vulnerable|impacted)\b[^\n]{0,120}?(?:\d+\.\d+|\ball versions\b|\bversion \d)|^#{1,6} .{0,30}affected.*\n+[\s\S]{0,400}?\d+\.\d+/im,
)

/** The fixed version, or a statement that no fix exists yet. */
export const fixedVersion = requirePattern(
  /\b(?:fix(?:ed)?|patch(?:ed)?|resolved|remediated|upgrade(?:d)?|update(?:d)?)\b[^\n]{0,100}?\d+\.\d+|\bno (?:fix|patch) (?:is )?(?:yet )?available|\bnot yet (?:fixed|patched)/i,
)

/** The severity, as a CVSS vector, or a score with the version of CVSS. */
export const cvss = requirePattern(
  /\bCVSS:(?:3\.[01]|4\.0)\/[A-Z:/]{10,}|\bCVSS(?:v?[34](?:\.\d)?)?[^\n]{0,40}\b(?:10(?:\.0)?|\d\.\d)\b/,
)

/** A mitigation before the upgrade, or a statement that no mitigation exists. */
export const mitigation = requirePattern(
  /\b(?:mitigat\w+|work-?arounds?|no known workaround|disable|block|restrict|as an interim|until you (?:can )?(?:upgrade|patch))\b/i,
)

/** The finder of the vulnerability. */
export const credit = requirePattern(
  /\b(?:credit(?:s|ed)?(?: to| goes)?|acknowledg\w+|reported by|discovered by|found by|thank(?:s|ed)? (?:to )?[A-Z]|we thank|finder:|reporter:)/i,
)

/** The dates of report, fix and disclosure: at least `dates` dates. */
export const timeline = (
  { document: { body }, whole: wholeText }: TextAnalysis,
  { dates }: { readonly dates: number },
): GapPosition => {
  const dateMatches = body.match(
    /\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) (?:19|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, (?:19|20)\d\d\b/g,
  )
  return new Set(dateMatches).size >= dates ? undefined : wholeText
}

export const impact = requirePattern(
  /\b(?:attacker|adversary|malicious|remote(?:ly)?|unauthenticated|authenticated user|execute arbitrary|denial of service|escalat\w+|bypass|leak|disclos(?:e|ure)|read or (?:write|modify))\b/i,
)

export const weakness = requirePattern(/\bCWE-\d{1,4}\b/)

export const contact = requirePattern(
  /\b[\w.+-]+@[\w-]+\.[\w.]+\b|\bsecurity\.txt\b|\bPGP\b|\bHackerOne\b|\bbug bounty\b|\breport (?:a|security) (?:vulnerability|issue|problem)/i,
)
