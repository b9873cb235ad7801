import { type Content, DOMAINS, type Domain } from '@signet/evidence'

export interface ContentDraft {
  readonly body: string
  readonly title: string
  readonly authorName: string
  readonly authorBio: string
  readonly domains: readonly Domain[]
  /** Days, `YYYY-MM-DD`. */
  readonly publishedAt: string
  readonly updatedAt: string
  readonly sourceUrl: string
  /** Policy ID, or id@version. */
  readonly policy: string
}

export const EMPTY_DRAFT: ContentDraft = {
  body: '',
  title: '',
  authorName: '',
  authorBio: '',
  domains: [],
  publishedAt: '',
  updatedAt: '',
  sourceUrl: '',
  policy: 'eeat-core',
}

const OPTIONAL_FIELDS = ['title', 'authorName', 'authorBio', 'publishedAt', 'updatedAt', 'sourceUrl'] as const

/** Returns the content of a draft without empty fields, because they would change the hash. */
export const contentOf = (draft: ContentDraft): Content & { readonly domains?: readonly Domain[] } => ({
  body: draft.body,
  ...Object.fromEntries(
    OPTIONAL_FIELDS.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]])),
  ),
  ...(draft.domains.length === 0 ? {} : { domains: draft.domains }),
})

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a stored draft; returns an empty one for anything else. */
export const storedDraft = (text: string | null): ContentDraft => {
  try {
    const stored = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>
    const storedDomains = Array.isArray(stored.domains) ? (stored.domains as readonly unknown[]) : []
    return {
      ...EMPTY_DRAFT,
      ...Object.fromEntries([...OPTIONAL_FIELDS, 'body' as const].map((name) => [name, textOrEmpty(stored[name])])),
      domains: DOMAINS.filter((domain) => storedDomains.includes(domain)),
      policy: textOrEmpty(stored.policy) || EMPTY_DRAFT.policy,
    }
  } catch {
    return EMPTY_DRAFT
  }
}

/** Inserts a text below the paragraph of the caret, or at the end if there is no caret. */
export const withInserted = (body: string, insertion: string, caretPosition: number | undefined): string => {
  const paragraphEnd = caretPosition === undefined ? -1 : body.indexOf('\n\n', caretPosition)
  const [before, after] = paragraphEnd === -1 ? [body, ''] : [body.slice(0, paragraphEnd), body.slice(paragraphEnd)]
  const paragraphs = [before.trimEnd(), insertion.trim(), after.trim()].filter((each) => each !== '')
  return `${paragraphs.join('\n\n')}\n`
}
