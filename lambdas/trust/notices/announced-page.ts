import type { ArtifactRow } from '../bundles/artifact-objects.ts'

/** The parts of a trust page whose changes are emailed to subscribers. */
export interface AnnouncedPage {
  readonly hash: string
  /** Name and SHA-256 of the bytes, by slug. */
  readonly artifacts: Readonly<Record<string, readonly [name: string, contentHash: string]>>
}

/** Sorted by slug, so that the same page yields the same JSON. */
export const announcedPageOf = (hash: string, artifacts: readonly ArtifactRow[]): AnnouncedPage => {
  const entries = artifacts.map((row) => [row.artifact_slug, [row.display_name, row.content_hash]] as const)
  return { hash, artifacts: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** A slug can equal the name of an inherited object property. */
const entryOf = ({ artifacts }: AnnouncedPage, slug: string) =>
  Object.hasOwn(artifacts, slug) ? artifacts[slug] : undefined

export const changesOf = (before: AnnouncedPage, after: AnnouncedPage): readonly string[] => {
  const slugs = [...new Set([...Object.keys(before.artifacts), ...Object.keys(after.artifacts)])].sort()
  const documents = slugs.flatMap((slug) => {
    const earlier = entryOf(before, slug)
    const current = entryOf(after, slug)
    if (current === undefined) return earlier === undefined ? [] : [`Document removed: ${earlier[0]}`]
    if (earlier === undefined) return [`Document added: ${current[0]}`]
    if (earlier[1] !== current[1]) return [`Document replaced: ${current[0]}`]
    return earlier[0] === current[0] ? [] : [`Document renamed: ${current[0]}, formerly ${earlier[0]}`]
  })
  return [
    ...(before.hash === after.hash ? [] : ['The page shows a new security assessment with a new receipt']),
    ...documents,
  ]
}
