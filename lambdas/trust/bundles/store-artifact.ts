import { createHash } from 'node:crypto'
import { type ArtifactType, type ArtifactVerdict, checkArtifact } from '@signet/artifacts'
import { Refusal, type SpendGuard, type SpendRefusal, transact, unavailable, type WriteStep } from '@signet/kernel'
import { type ArtifactRow, type ObjectName, objectKey } from './artifact-objects.ts'
import type { ArtifactName, ArtifactTable } from './artifact-table.ts'
import type { hashOwners } from './bundle-owner.ts'
import { bundleQuotaRefusal, type Full } from './bundle-quota.ts'
import type { LooseDeps, LooseObjects } from './loose-objects.ts'

export interface StoreDeps extends LooseDeps {
  readonly artifacts: ArtifactTable
  readonly ownerOf: ReturnType<typeof hashOwners>
  readonly loose: LooseObjects
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
  | ({ readonly outcome: 'full' } & Full)

const rowOf = (artifact: NewArtifact, id: string, time: string, earlier: ArtifactRow | undefined): ArtifactRow => ({
  receipt_hash: artifact.name.hash,
  artifact_slug: artifact.name.slug,
  content_hash: createHash('sha256').update(artifact.bytes).digest('hex'),
  mime_type: artifact.type,
  byte_size: artifact.bytes.length,
  display_name: artifact.displayName,
  excerpt: artifact.excerpt,
  signed: artifact.signed,
  // Access belongs to the artifact, not to its bytes: replacing the bytes keeps it.
  access: artifact.access ?? earlier?.access ?? 'public',
  created_at: earlier?.created_at ?? time,
  updated_at: time,
  object: id,
})

/** Stores the bytes as an object that no artifact names yet, once per request. */
const storing = ({ loose, objects, spend }: StoreDeps, { name, bytes, type }: NewArtifact) => {
  let stored: ObjectName | undefined
  return {
    get object() {
      return stored
    },
    async put(): Promise<ObjectName | SpendRefusal> {
      if (stored) return stored
      const reserved = await spend.reserve('storage', bytes.length)
      if (reserved instanceof Refusal) return reserved
      const object = await loose.note(name)
      await objects.put(objectKey(object), bytes, { contentType: type })
      stored = object
      return object
    },
  }
}

/** Write steps that make the artifact name the new object and mark the previous one for removal. */
const namingSteps = (
  { artifacts, loose }: StoreDeps,
  { org, hash, slug }: ArtifactName,
  { row, earlier, object }: { row: ArtifactRow; earlier: ArtifactRow | undefined; object: ObjectName },
): readonly WriteStep[] => {
  const nameWrite = loose.nameStep(object)
  if (!earlier) return [artifacts.steps.putNew({ org, hash, slug }, row), nameWrite]
  const replaced = artifacts.steps.replace({ org, hash, slug }, row, {
    object: earlier.object,
    // If the access changed concurrently, the row is read again for what the request omits.
    access: earlier.access,
  })
  return [replaced, nameWrite, loose.dropStep({ org, hash, slug, id: earlier.object })]
}

/**
 * Checks the bytes, stores them as a new object, and makes the artifact name it if the hash belongs to the
 * organization. Objects are never overwritten, so an artifact always matches its hash. After a crash the artifact is
 * unchanged, and the new object is recorded for removal.
 * @returns Refusal 503 `spend_ceiling` if the daily storage ceiling is reached
 * @throws Refusal 503 after too many concurrent changes, or if storing the bytes took too long
 */
export const storeArtifact =
  (deps: StoreDeps) =>
  async (
    artifact: NewArtifact,
    extraStep?: (stored: StoredArtifact) => WriteStep,
  ): Promise<ArtifactStored | SpendRefusal> => {
    const { artifacts, loose, ownerOf, now } = deps
    const { name, bytes, type } = artifact
    const verdict = checkArtifact({ bytes, type })
    if (!verdict.ok) return { outcome: 'refused', verdict }
    const bytesStored = storing(deps, artifact)
    let nameWrite: WriteStep | undefined
    let extraWrite: WriteStep | undefined
    const result = await transact<ArtifactStored | SpendRefusal>(deps, async (refused) => {
      if (refused?.conditionFailed(nameWrite)) throw unavailable('Storing the bytes took too long; send them again', 1)
      if (refused?.conditionFailed(extraWrite)) return { result: { outcome: 'overtaken' } }
      const owner = await ownerOf(name.hash)
      if (owner.org !== undefined && owner.org !== name.org) return { result: { outcome: 'foreign' } }
      const shelf = await artifacts.shelf(name.org)
      const earlier = shelf.all.find((row) => row.receipt_hash === name.hash && row.artifact_slug === name.slug)
      const full = bundleQuotaRefusal(shelf.all, { hash: name.hash, bytes: bytes.length, earlier })
      if (full) return { result: { outcome: 'full', ...full } }
      const object = await bytesStored.put()
      if (object instanceof Refusal) return { result: object }
      const row = rowOf(artifact, object.id, now().toISOString(), earlier)
      const naming = namingSteps(deps, name, { row, earlier, object })
      nameWrite = naming[1]
      const result = { outcome: 'stored', row, isNew: !earlier, warnings: verdict.warnings } as const
      extraWrite = extraStep?.(result)
      const steps = [...naming, shelf.alone, ...owner.claimSteps(name.org), ...(extraWrite ? [extraWrite] : [])]
      return { steps, result }
    })
    const isNamed = !(result instanceof Refusal) && result.outcome === 'stored'
    if (bytesStored.object && !isNamed) await loose.drop(bytesStored.object)
    return result
  }
