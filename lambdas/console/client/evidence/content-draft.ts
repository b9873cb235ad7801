import { type Content, DOMAINS, type Domain } from '@signet/evidence'

/** A text as it is typed, with what is known of it. */
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
  /** Id of a policy, or id@version. */
  readonly policy: string
}

export const EMPTY_DRAFT: ContentDraft = {
  ...{ body: '', title: '', authorName: '', authorBio: '', domains: [], publishedAt: '', updatedAt: '' },
  ...{ sourceUrl: '', policy: 'eeat-core' },
}

const MEMBERS = ['title', 'authorName', 'authorBio', 'publishedAt', 'updatedAt', 'sourceUrl'] as const

/** The content of a draft: members that say nothing are left out, as they would be hashed. */
export const contentOf = (draft: ContentDraft): Content & { readonly domains?: readonly Domain[] } => ({
  body: draft.body,
  ...Object.fromEntries(MEMBERS.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]]))),
  ...(draft.domains.length === 0 ? {} : { domains: draft.domains }),
})

const texts = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A draft as it was kept; of anything else an empty one. */
export const keptDraft = (text: string | null): ContentDraft => {
  try {
    const kept = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>
    const given = Array.isArray(kept.domains) ? (kept.domains as readonly unknown[]) : []
    return {
      ...EMPTY_DRAFT,
      ...Object.fromEntries([...MEMBERS, 'body' as const].map((name) => [name, texts(kept[name])])),
      domains: DOMAINS.filter((domain) => given.includes(domain)),
      policy: texts(kept.policy) || EMPTY_DRAFT.policy,
    }
  } catch {
    return EMPTY_DRAFT
  }
}

/** A draft with a part put in: at the caret, or at the end where there is none; blank lines stand around it. */
export const withInserted = (body: string, part: string, at: number | undefined): string => {
  const [before, after] = at === undefined ? [body, ''] : [body.slice(0, at), body.slice(at)]
  return [before.trimEnd(), part.trim(), after.trimStart()].filter((each) => each !== '').join('\n\n')
}
