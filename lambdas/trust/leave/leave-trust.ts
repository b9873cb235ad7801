import { type Erase, type ExportFile, linesOf, recordsOf, type Take } from '@signet/erasure'
import { eraseRows, literalStart, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { artifactKey, objectsOf } from '../bundles/artifact-objects.ts'
import { stagedArtifacts, stagingKey } from '../bundles/staged-artifacts.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { bundleOwnerRow } from '../contract/bundle-owner-row.ts'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { trustPageRow } from '../contract/page-row.ts'
import { pageSettingsRow } from '../contract/page-rows.ts'
import { readerRow, requestRow, requestTermsRow, requestTextRow } from '@signet/notifications/trust-requests/rows'
import { slugMappingRow } from '../contract/slug-mapping-row.ts'
import { slugOwnerRow, slugRow } from '../contract/slug-rows.ts'
import { eraseSubscribers } from '../subscriptions/erase-subscribers.ts'

export interface EraseDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'list' | 'remove'>
}

export interface TakeDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'read'>
}

/** As many objects are removed at once. */
const OBJECTS_MAX = 1_000

/** Lets others have the slugs and the hashes of the organisation. Rows of others stay, whatever they name. */
const free = async (deps: TableDeps, org: string): Promise<void> => {
  const slugs = rowTable(slugOwnerRow, deps)
  const hashes = rowTable(bundleOwnerRow, deps)
  const pages = rowTable(trustPageRow, deps)
  for (const { slug } of await rowTable(slugRow, deps).all({ org })) {
    await eraseSubscribers(deps, { org, slug })
    await pages.remove({ slug, org })
    await slugs.remove({ slug }, { org })
  }
  const artifacts = await rowTable(artifactRow, deps).all({ org })
  for (const hash of new Set(artifacts.map(({ receipt_hash }) => receipt_hash))) await hashes.remove({ hash }, { org })
}

/** Removes all objects of the organisation, those that no artifact names included. */
const removeObjects = async (objects: EraseDeps['objects'], org: string): Promise<void> => {
  const prefix = objectsOf(org)
  for (let keys = await objects.list(prefix); keys.length > 0; keys = await objects.list(prefix))
    await objects.remove(keys)
}

/** Removes what the organisation has sent and not committed. What is still on its way goes after a day. */
const removeStaged = async (deps: TableDeps, objects: EraseDeps['objects'], org: string): Promise<void> => {
  const keys = (await stagedArtifacts(deps).all({ org })).map(({ id }) => stagingKey(id))
  for (let from = 0; from < keys.length; from += OBJECTS_MAX) await objects.remove(keys.slice(from, from + OBJECTS_MAX))
}

/**
 * Erases slugs with their history, artifacts with their bytes, requests for them and who downloaded them: links of grants lead nowhere
 * from then on. What the rows of the organisation lead to goes before them, so
 * that whoever takes over finds the rest.
 */
export const eraseTrust =
  ({ objects, ...deps }: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    await free(deps, org)
    await removeObjects(objects, org)
    await eraseRows(deps, { pk: partitionOf(requestRow, { org }) })
    await removeStaged(deps, objects, org)
    await eraseRows(deps, { pk: partitionOf(slugMappingRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(slugRow, { org }) })
    return 'done'
  }

/** Subscribers of all pages of the organisation. */
async function* subscribersOf(deps: TableDeps, org: string, slugs: readonly { readonly slug: string }[]) {
  const subscribers = rowTable(newsSubscriberRow, deps)
  for (const { slug } of slugs)
    for (const { email, since } of await subscribers.all({ org, slug })) yield { slug, email, since }
}

/** What of requests an owner may take along, by the beginning of its keys. */
const REQUEST_FILES = [
  ['trust-terms', requestTermsRow],
  ['trust-terms-texts', requestTextRow],
  ['trust-requests', requestRow],
  ['trust-readers', readerRow],
] as const

/** Slugs of the organisation with all that they stood for, artifacts with their bytes, terms, requests and readers. */
export const takeTrust = ({ objects, ...deps }: TakeDeps): Take =>
  async function* ({ org_id: org }): AsyncGenerator<ExportFile> {
    const artifacts = await rowTable(artifactRow, deps).all({ org })
    const slugs = await rowTable(slugRow, deps).all({ org })
    yield* linesOf('trust-slugs', slugs)
    yield* linesOf('trust-subscribers', subscribersOf(deps, org, slugs))
    yield* linesOf('trust-page', await rowTable(pageSettingsRow, deps).all({ org }))
    yield* linesOf('trust-slug-history', await rowTable(slugMappingRow, deps).all({ org }))
    yield* linesOf(
      'trust-artifacts',
      artifacts.map(({ object: _object, ...artifact }) => artifact),
    )
    const pk = partitionOf(requestRow, { org })
    for (const [name, { keys }] of REQUEST_FILES)
      yield* linesOf(name, recordsOf(deps, { pk, startsWith: literalStart(keys.sk) }, ['base_url']))
    for (const artifact of artifacts) {
      const bytes = await objects.read(artifactKey(org, artifact))
      if (bytes) yield { path: `artifacts/${artifact.receipt_hash}/${artifact.artifact_slug}`, bytes }
    }
  }
