import { type AssetType, assetText, type Domain, renderAsset } from '@signet/evidence'
import type { CreateEvidenceAssetInput, EvidenceAsset } from '../api/evidence.ts'
import { partsOf } from '../session/parts.ts'

export type Status = EvidenceAsset['verificationStatus']

export interface Member {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isLong?: true
  readonly also: readonly string[]
}

const QUOTE: readonly Member[] = [
  { name: 'quote', label: 'Quote', isLong: true, also: ['quotation', 'text', 'body'] },
  { name: 'speaker', label: 'Speaker', also: ['name', 'person', 'attribution'] },
  { name: 'role', label: "Speaker's role (optional)", also: ['title', 'jobTitle', 'credential', 'credentials'] },
  {
    name: 'organization',
    label: "Speaker's organization (optional)",
    also: ['organisation', 'company', 'institution'],
  },
]

const PICTURE: readonly Member[] = [
  { name: 'url', label: 'Image URL', also: ['src', 'imageUrl', 'image', 'href'] },
  { name: 'alt', label: 'Image description', also: ['caption', 'description'] },
]

const TEXT: Member = {
  name: 'text',
  label: 'Statement',
  hint: 'The exact wording for a text, with figures',
  isLong: true,
  also: ['finding', 'summary', 'description', 'story', 'body', 'result'],
}
const METHOD: Member = {
  name: 'method',
  label: 'Method (optional)',
  hint: 'How the figures were obtained: scope, sample size, date',
  isLong: true,
  also: ['methodology'],
}
const LIMITS: Member = {
  name: 'limitations',
  label: 'Limitations (optional)',
  hint: 'Stored with the asset, not inserted into texts',
  isLong: true,
  also: [],
}

const MEMBERS: Readonly<Record<AssetType, readonly Member[]>> = {
  customer_quote: QUOTE,
  expert_quote: QUOTE,
  original_visual: PICTURE,
  technical_diagram: PICTURE,
  case_study: [TEXT, METHOD],
  first_hand_experience: [TEXT, METHOD],
  proprietary_data: [TEXT, METHOD, LIMITS],
  research_finding: [TEXT, METHOD, LIMITS],
}

export const membersOf = (type: AssetType): readonly Member[] => MEMBERS[type]

export interface AssetDraft {
  readonly type: AssetType
  readonly title: string
  readonly members: Readonly<Record<string, string>>
  /** Content fields that the form does not show. They are sent unchanged. */
  readonly others: Readonly<Record<string, unknown>>
  readonly domains: readonly Domain[]
  /** Separated by commas. */
  readonly tags: string
  readonly status: Status
  readonly authorName: string
  readonly sourceUrl: string
}

export const EMPTY_ASSET: AssetDraft = {
  type: 'customer_quote',
  title: '',
  members: {},
  others: {},
  domains: [],
  tags: '',
  status: 'unverified',
  authorName: '',
  sourceUrl: '',
}

export const assetDraftOf = (asset: EvidenceAsset): AssetDraft => {
  const knownMembers = membersOf(asset.type).flatMap((member) => {
    const names = [member.name, ...member.also]
    const name = names.find((each) => assetText({ content: asset.content }, each) !== undefined)
    return name === undefined ? [] : [{ as: member.name, name, text: String(asset.content[name]) }]
  })
  const otherMembers = Object.entries(asset.content).filter(
    ([name]) => !knownMembers.some((member) => member.name === name),
  )
  return {
    type: asset.type,
    title: asset.title,
    members: Object.fromEntries(knownMembers.map(({ as, text }) => [as, text])),
    others: Object.fromEntries(otherMembers),
    domains: asset.domains,
    tags: asset.tags.join(', '),
    status: asset.verificationStatus,
    authorName: asset.authorName ?? '',
    sourceUrl: asset.sourceUrl ?? '',
  }
}

const trimmedOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const assetOf = (draft: AssetDraft): CreateEvidenceAssetInput => {
  const filledMembers = membersOf(draft.type).flatMap(({ name }) => {
    const text = trimmedOrNull(draft.members[name] ?? '')
    return text === null ? [] : [[name, text]]
  })
  return {
    type: draft.type,
    title: draft.title.trim(),
    content: { ...draft.others, ...Object.fromEntries(filledMembers) },
    domains: draft.domains,
    tags: partsOf(draft.tags, ','),
    verificationStatus: draft.status,
    authorName: trimmedOrNull(draft.authorName),
    sourceUrl: trimmedOrNull(draft.sourceUrl),
  }
}

const NEVER_SAVED = { id: '', usageCount: 0, createdAt: '' } as const

/** Returns the asset as it would appear in a text, or undefined if a required field is missing. */
export const renderedDraft = (draft: AssetDraft): string | undefined =>
  renderAsset({ ...NEVER_SAVED, ...assetOf(draft) })

const NEEDED: Readonly<Record<'quote' | 'picture' | 'text', string>> = {
  quote: 'Enter the quote and the speaker',
  picture: 'Enter the image URL',
  text: 'Enter the statement',
}

const needOf = (type: AssetType): string => {
  if (membersOf(type) === QUOTE) return NEEDED.quote
  return membersOf(type) === PICTURE ? NEEDED.picture : NEEDED.text
}

const TITLE_MIN = 10

export const missingField = (draft: AssetDraft): string | undefined => {
  if (draft.title.trim().length < TITLE_MIN) return `Enter a title of at least ${TITLE_MIN} characters`
  if (renderedDraft(draft) === undefined) return needOf(draft.type)
  return draft.domains.length === 0 ? 'Choose at least one subject area' : undefined
}
