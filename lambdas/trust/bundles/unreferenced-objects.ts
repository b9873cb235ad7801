import { addMs, type NewId, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { unreferencedObjectRow } from '../contract/artifact-rows.ts'
import { type ArtifactObjects, type ObjectName, objectKey } from './artifact-objects.ts'

/** Longer than any function runs: after this time the writer of an object has finished or crashed. */
const STORING_MS = 15 * 60_000

export interface UnreferencedDeps extends TableDeps {
  readonly objects: ArtifactObjects
  readonly newId: NewId
}

/** Objects that no artifact references. Each has a row from before its bytes are stored until they are removed. */
export interface UnreferencedObjects {
  record(artifact: Omit<ObjectName, 'id'>): Promise<ObjectName>
  /**
   * Write step for an artifact that now references the object. Fails if storing took too long and the object is due for
   * removal.
   */
  referencedStep(name: ObjectName): WriteStep
  /** Write step for an artifact that no longer references the object. */
  unreferencedStep(name: ObjectName): WriteStep
  drop(name: ObjectName): Promise<void>
  /** Removes all objects of an organization that no artifact can reference. Safe to interrupt and retry. */
  sweep(org: string): Promise<void>
}

export const unreferencedObjects = (deps: UnreferencedDeps): UnreferencedObjects => {
  const { objects, newId, now } = deps
  const rows = rowTable(unreferencedObjectRow, deps)
  const rowOf = ({ hash, slug, id }: ObjectName, state: 'storing' | 'dropped') => ({
    id,
    hash,
    slug,
    state,
    until: addMs(now(), STORING_MS).toISOString(),
  })
  const removeObject = async (name: ObjectName): Promise<void> => {
    await objects.remove([objectKey(name)])
    await rows.remove(name)
  }
  /**
   * Marks an object as dropped. After this, no write can reference it, and its ID is never reused, so it can be removed
   * at any time.
   */
  const drop = async (name: ObjectName): Promise<void> => {
    if (await rows.replace(name, rowOf(name, 'dropped'), { state: 'storing' })) await removeObject(name)
  }
  return {
    async record(artifact) {
      const name = { ...artifact, id: newId() }
      await rows.putNew(name, rowOf(name, 'storing'))
      return name
    },
    referencedStep: (name) => rows.steps.remove(name, { state: 'storing' }),
    unreferencedStep: (name) => rows.steps.putNew(name, rowOf(name, 'dropped')),
    drop,
    async sweep(org) {
      const objectRows = await rows.all({ org })
      const time = now().toISOString()
      for (const { state, until, hash, slug, id } of objectRows) {
        const name = { org, hash, slug, id }
        if (state === 'dropped') await removeObject(name)
        else if (until < time) await drop(name)
      }
    },
  }
}
