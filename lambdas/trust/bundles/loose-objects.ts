import { addMs, type NewId, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { looseObjectRow } from '../contract/artifact-rows.ts'
import { type ArtifactObjects, type ObjectName, objectKey } from './artifact-objects.ts'

/** No function lives so long: who has noted an object before has stored it, or has died. */
const STORING_MS = 15 * 60_000

export interface LooseDeps extends TableDeps {
  readonly objects: ArtifactObjects
  readonly newId: NewId
}

/** Objects that no artifact names. Each is noted before its bytes are stored, and until they are removed. */
export interface LooseObjects {
  note(artifact: Omit<ObjectName, 'id'>): Promise<ObjectName>
  /** The write by which an artifact names it. It fails where its storing took too long and it is to be removed. */
  named(name: ObjectName): WriteStep
  /** The write by which no artifact names it any more. */
  dropped(name: ObjectName): WriteStep
  drop(name: ObjectName): Promise<void>
  /** Removes all objects of an organization that nobody will name. It may be killed anywhere and run again. */
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
  /** From then on no write can name it, and its name never comes again: it may be removed at any time. */
  const drop = async (name: ObjectName): Promise<void> => {
    if (await rows.replace(name, rowOf(name, 'dropped'), { state: 'storing' })) await removed(name)
  }
  return {
    async note(artifact) {
      const name = { ...artifact, id: newId() }
      await rows.putNew(name, rowOf(name, 'storing'))
      return name
    },
    named: (name) => rows.steps.remove(name, { state: 'storing' }),
    dropped: (name) => rows.steps.putNew(name, rowOf(name, 'dropped')),
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
