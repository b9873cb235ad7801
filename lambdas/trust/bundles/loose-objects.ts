import { addMs, type NewId, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { looseObjectRow } from '../contract/artifact-rows.ts'
import { type ArtifactObjects, type ObjectName, objectKey } from './artifact-objects.ts'

/** Longer than any function runs: after this time the writer of an object has finished or crashed. */
const STORING_MS = 15 * 60_000

export interface LooseDeps extends TableDeps {
  readonly objects: ArtifactObjects
  readonly newId: NewId
}

/** Objects that no artifact names. Each has a row from before its bytes are stored until they are removed. */
export interface LooseObjects {
  note(artifact: Omit<ObjectName, 'id'>): Promise<ObjectName>
  /**
   * Write step for an artifact that now names the object. Fails if storing took too long and the object is due for
   * removal.
   */
  nameStep(name: ObjectName): WriteStep
  /** Write step for an artifact that no longer names the object. */
  dropStep(name: ObjectName): WriteStep
  drop(name: ObjectName): Promise<void>
  /** Removes all objects of an organization that no artifact can name. Safe to interrupt and retry. */
  sweep(org: string): Promise<void>
}

export const looseObjects = (deps: LooseDeps): LooseObjects => {
  const { objects, newId, now } = deps
  const rows = rowTable(looseObjectRow, deps)
  const rowOf = ({ hash, slug, id }: ObjectName, state: 'storing' | 'dropped') => ({
    id,
    hash,
    slug,
    state,
    until: addMs(now(), STORING_MS).toISOString(),
  })
  const removed = async (name: ObjectName): Promise<void> => {
    await objects.remove([objectKey(name)])
    await rows.remove(name)
  }
  /**
   * Marks an object as dropped. After this no write can name it and its id is never reused, so it can be removed at any
   * time.
   */
  const drop = async (name: ObjectName): Promise<void> => {
    if (await rows.replace(name, rowOf(name, 'dropped'), { state: 'storing' })) await removed(name)
  }
  return {
    async note(artifact) {
      const name = { ...artifact, id: newId() }
      await rows.putNew(name, rowOf(name, 'storing'))
      return name
    },
    nameStep: (name) => rows.steps.remove(name, { state: 'storing' }),
    dropStep: (name) => rows.steps.putNew(name, rowOf(name, 'dropped')),
    drop,
    async sweep(org) {
      const all = await rows.all({ org })
      const time = now().toISOString()
      for (const { state, until, hash, slug, id } of all) {
        const name = { org, hash, slug, id }
        if (state === 'dropped') await removed(name)
        else if (until < time) await drop(name)
      }
    },
  }
}
