import type { ArtifactRow } from '../bundles/artifact-objects.ts'

export interface AnnouncedPage {
  readonly hash: string
  /** By slug: name and SHA-256 of the bytes. */
  readonly artifacts: Readonly<Record<string, readonly [name: string, contentHash: string]>>
}

/** By slug, whatever the order of rows: the same page is the same JSON. */
export const announcedPageOf = (hash: string, artifacts: readonly ArtifactRow[]): AnnouncedPage => {
  const entries = artifacts.map((row) => [row.artifact_slug, [row.display_name, row.content_hash]] as const)
  return { hash, artifacts: Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))) }
}

/** A slug may be the name of what every object has. */
const shownAs = ({ artifacts }: AnnouncedPage, slug: string) =>
  Object.hasOwn(artifacts, slug) ? artifacts[slug] : undefined

export const changesOf = (before: AnnouncedPage, after: AnnouncedPage): readonly string[] => {
  const slugs = [...new Set([...Object.keys(before.artifacts), ...Object.keys(after.artifacts)])].sort()
  const documents = slugs.flatMap((slug) => {
    const old = shownAs(before, slug)
    const now = shownAs(after, slug)
    if (now === undefined) return old === undefined ? [] : [`A document is gone: ${old[0]}`]
    if (old === undefined) return [`A document is new: ${now[0]}`]
    if (old[1] !== now[1]) return [`A document was replaced: ${now[0]}`]
    return old[0] === now[0] ? [] : [`A document has another name: ${now[0]}, formerly ${old[0]}`]
  })
  return [...(before.hash === after.hash ? [] : ['The posture was judged anew, and has another receipt']), ...documents]
}
