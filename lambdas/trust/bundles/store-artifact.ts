import { createHash } from 'node:crypto'
import { type ArtifactType, type ArtifactVerdict, checkArtifact } from '@signet/artifacts'
import { Refusal, type SpendGuard, type SpendRefusal, transact, unavailable, type WriteStep } from '@signet/kernel'
import { type ArtifactRow, type ObjectName, objectKey } from './artifact-objects.ts'
import type { ArtifactName, ArtifactTable } from './artifact-table.ts'
import type { hashOwners } from './bundle-owner.ts'
import { bundleQuotaRefusal, type ExceededLimit } from './bundle-quota.ts'
import type { UnreferencedDeps, UnreferencedObjects } from './unreferenced-objects.ts'

export interface StoreDeps extends UnreferencedDeps {
  readonly artifacts: ArtifactTable
  readonly ownerOf: ReturnType<typeof hashOwners>
  readonly unreferenced: UnreferencedObjects
  readonly spend: Pick<SpendGuard, 'reserve'>
}

export interface NewArtifact {
  readonly name: ArtifactName
  readonly type: ArtifactType
  readonly bytes: Uint8Array
  readonly displayName: string
  readonly excerpt: string | null
  readonly signed: 0 | 1
  /** Access to the artifact. undefined: unchanged, and public for a new artifact. */
  readonly access: 'public' | 'request' | undefined
}

type AcceptedArtifact = Extract<ArtifactVerdict, { readonly ok: true }>
type RefusedArtifact = Extract<ArtifactVerdict, { readonly ok: false }>

type StoredArtifact = Extract<ArtifactStored, { readonly outcome: 'stored' }>

/** Result of storing an artifact. `foreign`: the hash belongs to another organization; nothing was stored. */
export type ArtifactStored =
  | {
      readonly outcome: 'stored'
      readonly row: ArtifactRow
      readonly isNew: boolean
      readonly warnings: AcceptedArtifact['warnings']
    }
  | { readonly outcome: 'refused'; readonly verdict: RefusedArtifact }
  | { readonly outcome: 'foreign' }
  /** The additional write step failed: a concurrent request has already written it. */
  | { readonly outcome: 'overtaken' }
  | ({ readonly outcome: 'full' } & ExceededLimit)

const rowOf = (artifact: NewArtifact, id: string, time: string, existing: ArtifactRow | undefined): ArtifactRow => ({
  receipt_hash: artifact.name.hash,
  artifact_slug: artifact.name.slug,
  content_hash: createHash('sha256').update(artifact.bytes).digest('hex'),
  mime_type: artifact.type,
  byte_size: artifact.bytes.length,
  display_name: artifact.displayName,
  excerpt: artifact.excerpt,
  signed: artifact.signed,
  // Access belongs to the artifact, not to its bytes: replacing the bytes keeps it.
  access: artifact.access ?? existing?.access ?? 'public',
  created_at: existing?.created_at ?? time,
  updated_at: time,
  object: id,
})

/** Stores the bytes as an object that no artifact references yet, once per request. */
const storeOnce = ({ unreferenced, objects, spend }: StoreDeps, { name, bytes, type }: NewArtifact) => {
  let storedObject: ObjectName | undefined
  return {
    get object() {
      return storedObject
    },
    async put(): Promise<ObjectName | SpendRefusal> {
      if (storedObject) return storedObject
      const reserved = await spend.reserve('storage', bytes.length)
      if (reserved instanceof Refusal) return reserved
      const object = await unreferenced.record(name)
      await objects.put(objectKey(object), bytes, { contentType: type })
      storedObject = object
      return object
    },
  }
}

/** Write steps that make the artifact reference the new object and mark the previous one for removal. */
const referenceSteps = (
  { artifacts, unreferenced }: StoreDeps,
  { org, hash, slug }: ArtifactName,
  { row, existing, object }: { row: ArtifactRow; existing: ArtifactRow | undefined; object: ObjectName },
): readonly WriteStep[] => {
  const referenceWrite = unreferenced.referencedStep(object)
  if (!existing) return [artifacts.steps.putNew({ org, hash, slug }, row), referenceWrite]
  const replacement = artifacts.steps.replace({ org, hash, slug }, row, {
    object: existing.object,
    // If the access changed concurrently, the write fails and the row is read again.
    access: existing.access,
  })
  return [replacement, referenceWrite, unreferenced.unreferencedStep({ org, hash, slug, id: existing.object })]
}

/**
 * Checks the bytes, stores them as a new object, and makes the artifact reference it if the hash belongs to the
 * organization. Objects are never overwritten, so an artifact always matches its hash. After a crash the artifact is
 * unchanged, and the new object is recorded for removal.
 * @returns Refusal 503 `spend_ceiling` if the daily storage ceiling is reached
 * @throws Refusal 503 after too many concurrent changes, or if storing the bytes took too long
 * @param extraStep write step of the caller, in the same transaction
 */
export const storeArtifact =
  (deps: StoreDeps) =>
  async (
    artifact: NewArtifact,
    extraStep?: (stored: StoredArtifact) => WriteStep,
  ): Promise<ArtifactStored | SpendRefusal> => {
    const { artifacts, unreferenced, ownerOf, now } = deps
    const { name, bytes, type } = artifact
    const verdict = checkArtifact({ bytes, type })
    if (!verdict.ok) return { outcome: 'refused', verdict }
    const storedBytes = storeOnce(deps, artifact)
    let nameWrite: WriteStep | undefined
    let extraWrite: WriteStep | undefined
    const result = await transact<ArtifactStored | SpendRefusal>(deps, async (cancellation) => {
      if (cancellation?.conditionFailed(nameWrite))
        throw unavailable('Storing the bytes took too long; send them again', 1)
      if (cancellation?.conditionFailed(extraWrite)) return { result: { outcome: 'overtaken' } }
      const owner = await ownerOf(name.hash)
      if (owner.org !== undefined && owner.org !== name.org) return { result: { outcome: 'foreign' } }
      const snapshot = await artifacts.snapshot(name.org)
      const existing = snapshot.all.find((row) => row.receipt_hash === name.hash && row.artifact_slug === name.slug)
      const full = bundleQuotaRefusal(snapshot.all, { hash: name.hash, bytes: bytes.length, existing })
      if (full) return { result: { outcome: 'full', ...full } }
      const object = await storedBytes.put()
      if (object instanceof Refusal) return { result: object }
      const row = rowOf(artifact, object.id, now().toISOString(), existing)
      const references = referenceSteps(deps, name, { row, existing, object })
      nameWrite = references[1]
      const result = { outcome: 'stored', row, isNew: !existing, warnings: verdict.warnings } as const
      extraWrite = extraStep?.(result)
      const steps = [
        ...references,
        snapshot.unchangedStep,
        ...owner.claimSteps(name.org),
        ...(extraWrite ? [extraWrite] : []),
      ]
      return { steps, result }
    })
    const isReferenced = !(result instanceof Refusal) && result.outcome === 'stored'
    if (storedBytes.object && !isReferenced) await unreferenced.drop(storedBytes.object)
    return result
  }
