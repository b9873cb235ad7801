import { type AssetType, assetText, type Domain, renderAsset } from '@signet/evidence'
import type { CreateEvidenceAssetInput, EvidenceAsset } from '../api/evidence.ts'
import { splitList } from '../session/split-list.ts'

export type Status = EvidenceAsset['verificationStatus']

export interface AssetField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isLong?: true
  /** Other names of the field in stored assets. */
  readonly aliases: readonly string[]
}

const QUOTE_FIELDS: readonly AssetField[] = [
  { name: 'quote', label: 'Quote', isLong: true, aliases: ['quotation', 'text', 'body'] },
  { name: 'speaker', label: 'Speaker', aliases: ['name', 'person', 'attribution'] },
  { name: 'role', label: "Speaker's role (optional)", aliases: ['title', 'jobTitle', 'credential', 'credentials'] },
  {
    name: 'organization',
    label: "Speaker's organization (optional)",
    aliases: ['organisation', 'company', 'institution'],
  },
]

const IMAGE_FIELDS: readonly AssetField[] = [
  { name: 'url', label: 'Image URL', aliases: ['src', 'imageUrl', 'image', 'href'] },
  { name: 'alt', label: 'Image description', aliases: ['caption', 'description'] },
]

const STATEMENT_FIELD: AssetField = {
  name: 'text',
  label: 'Statement',
  hint: 'The exact wording for a text, with figures',
  isLong: true,
  aliases: ['finding', 'summary', 'description', 'story', 'body', 'result'],
}
const METHOD_FIELD: AssetField = {
  name: 'method',
  label: 'Method (optional)',
  hint: 'How the figures were obtained: scope, sample size, date',
  isLong: true,
  aliases: ['methodology'],
}
const LIMITATIONS_FIELD: AssetField = {
  name: 'limitations',
  label: 'Limitations (optional)',
  hint: 'Stored with the asset, not inserted into texts',
  isLong: true,
  aliases: [],
}

const FIELDS_BY_TYPE: Readonly<Record<AssetType, readonly AssetField[]>> = {
  customer_quote: QUOTE_FIELDS,
  expert_quote: QUOTE_FIELDS,
  original_visual: IMAGE_FIELDS,
  technical_diagram: IMAGE_FIELDS,
  case_study: [STATEMENT_FIELD, METHOD_FIELD],
  first_hand_experience: [STATEMENT_FIELD, METHOD_FIELD],
  proprietary_data: [STATEMENT_FIELD, METHOD_FIELD, LIMITATIONS_FIELD],
  research_finding: [STATEMENT_FIELD, METHOD_FIELD, LIMITATIONS_FIELD],
}

export const fieldsOfType = (type: AssetType): readonly AssetField[] => FIELDS_BY_TYPE[type]

export interface AssetDraft {
  readonly type: AssetType
  readonly title: string
  readonly values: Readonly<Record<string, string>>
  /** Content fields that the form does not show. They are sent unchanged. */
  readonly otherContent: Readonly<Record<string, unknown>>
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
  values: {},
  otherContent: {},
  domains: [],
  tags: '',
  status: 'unverified',
  authorName: '',
  sourceUrl: '',
}

export const assetDraftOf = (asset: EvidenceAsset): AssetDraft => {
  const knownFields = fieldsOfType(asset.type).flatMap((field) => {
    const names = [field.name, ...field.aliases]
    const name = names.find((each) => assetText({ content: asset.content }, each) !== undefined)
    return name === undefined ? [] : [{ fieldName: field.name, name, text: String(asset.content[name]) }]
  })
  const otherEntries = Object.entries(asset.content).filter(
    ([name]) => !knownFields.some((field) => field.name === name),
  )
  return {
    type: asset.type,
    title: asset.title,
    values: Object.fromEntries(knownFields.map(({ fieldName, text }) => [fieldName, text])),
    otherContent: Object.fromEntries(otherEntries),
    domains: asset.domains,
    tags: asset.tags.join(', '),
    status: asset.verificationStatus,
    authorName: asset.authorName ?? '',
    sourceUrl: asset.sourceUrl ?? '',
  }
}

const trimmedOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const assetOf = (draft: AssetDraft): CreateEvidenceAssetInput => {
  const filledFields = fieldsOfType(draft.type).flatMap(({ name }) => {
    const text = trimmedOrNull(draft.values[name] ?? '')
    return text === null ? [] : [[name, text]]
  })
  return {
    type: draft.type,
    title: draft.title.trim(),
    content: { ...draft.otherContent, ...Object.fromEntries(filledFields) },
    domains: draft.domains,
    tags: splitList(draft.tags, ','),
    verificationStatus: draft.status,
    authorName: trimmedOrNull(draft.authorName),
    sourceUrl: trimmedOrNull(draft.sourceUrl),
  }
}

const UNSAVED = { id: '', usageCount: 0, createdAt: '' } as const

/** Returns the asset as it would appear in a text, or undefined if a required field is missing. */
export const renderedDraft = (draft: AssetDraft): string | undefined => renderAsset({ ...UNSAVED, ...assetOf(draft) })

const REQUIRED_TEXTS: Readonly<Record<'quote' | 'picture' | 'text', string>> = {
  quote: 'Enter the quote and the speaker',
  picture: 'Enter the image URL',
  text: 'Enter the statement',
}

const requiredText = (type: AssetType): string => {
  if (fieldsOfType(type) === QUOTE_FIELDS) return REQUIRED_TEXTS.quote
  return fieldsOfType(type) === IMAGE_FIELDS ? REQUIRED_TEXTS.picture : REQUIRED_TEXTS.text
}

const TITLE_MIN = 10

export const missingField = (draft: AssetDraft): string | undefined => {
  if (draft.title.trim().length < TITLE_MIN) return `Enter a title of at least ${TITLE_MIN} characters`
  if (renderedDraft(draft) === undefined) return requiredText(draft.type)
  return draft.domains.length === 0 ? 'Choose at least one subject area' : undefined
}
