import type { Bucket } from '@signet/kernel/bucket'
import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { deckNamesRow } from '../contract/deck-rows.ts'
import { findingRow } from '../contract/finding-rows.ts'
import { loopEventRow, loopRow } from '../contract/loop-rows.ts'
import { memoryRow } from '../contract/memory-row.ts'
import { grimoireRow, inscribedRow } from '../contract/reading-rows.ts'
import { scaffoldRunRow } from '../contract/scaffold-rows.ts'
import { hourRow } from '../contract/telemetry-rows.ts'
import { objectsOf } from '../readings/reading-objects.ts'
import { scaffoldObjectsOf } from '../scaffolds/scaffold-objects.ts'

export interface EraseDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'list' | 'remove'>
}

/** Removes all objects of the organisation, those without a row included. */
const removeObjects = async ({ objects }: EraseDeps, org: string): Promise<void> => {
  for (const prefix of [objectsOf(org), scaffoldObjectsOf(org)])
    for (let keys = await objects.list(prefix); keys.length > 0; keys = await objects.list(prefix))
      await objects.remove(keys)
}

/**
 * Erases readings, scaffolds, memory and decks of the organisation. Where its readings were goes last, so a repetition finds the rest.
 */
export const eraseRuntime =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    for (const { id } of await rowTable(loopRow, deps).all({ org }))
      await eraseRows(deps, { pk: partitionOf(loopEventRow, { org, id }) })
    await eraseRows(deps, { pk: partitionOf(loopRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(findingRow, { org }) })
    const places = new Set((await rowTable(inscribedRow, deps).all({ org })).map(({ place }) => place))
    for (const place of places) {
      const namespace = `${org}/${place}`
      await eraseRows(deps, { pk: partitionOf(grimoireRow, { namespace }) })
      await eraseRows(deps, { pk: partitionOf(memoryRow, { namespace }) })
      await eraseRows(deps, { pk: partitionOf(roleMemoryRow, { namespace }) })
    }
    await removeObjects(deps, org)
    await eraseRows(deps, { pk: partitionOf(inscribedRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(deckNamesRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(scaffoldRunRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(hourRow, { org }) })
    return 'done'
  }
