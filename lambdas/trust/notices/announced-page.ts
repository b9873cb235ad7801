import type { ArtifactRow } from '../bundles/artifact-objects.ts'

export interface AnnouncedPage {
  readonly hash: string
  /** Name and SHA-256 of the bytes, by slug. */
  readonly artifacts: Readonly<Record<string, readonly [name: string, contentHash: string]>>
}

/** Sorted by slug, so that the same page yields the same JSON. */
export const announcedPageOf = (hash: string, artifacts: readonly ArtifactRow[]): AnnouncedPage => {
  const entries = artifacts.map((row) => [row.artifact_slug, [row.display_name, row.content_hash]] as const)
  return { hash, artifacts: Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))) }
}

/** A slug can equal the name of an inherited object property. */
const entryOf = ({ artifacts }: AnnouncedPage, slug: string) =>
  Object.hasOwn(artifacts, slug) ? artifacts[slug] : undefined

export const changesOf = (before: AnnouncedPage, after: AnnouncedPage): readonly string[] => {
  const slugs = [...new Set([...Object.keys(before.artifacts), ...Object.keys(after.artifacts)])].sort()
  const documents = slugs.flatMap((slug) => {
    const old = entryOf(before, slug)
    const now = entryOf(after, slug)
    if (now === undefined) return old === undefined ? [] : [`Document removed: ${old[0]}`]
    if (old === undefined) return [`Document added: ${now[0]}`]
    if (old[1] !== now[1]) return [`Document replaced: ${now[0]}`]
    return old[0] === now[0] ? [] : [`Document renamed: ${now[0]}, formerly ${old[0]}`]
  })
  return [
    ...(before.hash === after.hash ? [] : ['The security assessment was renewed and has a new receipt']),
    ...documents,
  ]
}
