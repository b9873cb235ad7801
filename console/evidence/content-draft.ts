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

const MEMBERS = ['title', 'authorName', 'authorBio', 'publishedAt', 'updatedAt', 'sourceUrl'] as const

/** Returns the content of a draft without empty members, because they would change the hash. */
export const contentOf = (draft: ContentDraft): Content & { readonly domains?: readonly Domain[] } => ({
  body: draft.body,
  ...Object.fromEntries(MEMBERS.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]]))),
  ...(draft.domains.length === 0 ? {} : { domains: draft.domains }),
})

const texts = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a stored draft; returns an empty one for anything else. */
export const storedDraft = (text: string | null): ContentDraft => {
  try {
    const stored = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>
    const given = Array.isArray(stored.domains) ? (stored.domains as readonly unknown[]) : []
    return {
      ...EMPTY_DRAFT,
      ...Object.fromEntries([...MEMBERS, 'body' as const].map((name) => [name, texts(stored[name])])),
      domains: DOMAINS.filter((domain) => given.includes(domain)),
      policy: texts(stored.policy) || EMPTY_DRAFT.policy,
    }
  } catch {
    return EMPTY_DRAFT
  }
}

/** Inserts a part below the paragraph of the caret, or at the end without a caret. */
export const withInserted = (body: string, part: string, caret: number | undefined): string => {
  const end = caret === undefined ? -1 : body.indexOf('\n\n', caret)
  const [before, after] = end === -1 ? [body, ''] : [body.slice(0, end), body.slice(end)]
  const parts = [before.trimEnd(), part.trim(), after.trim()].filter((each) => each !== '')
  return `${parts.join('\n\n')}\n`
}
