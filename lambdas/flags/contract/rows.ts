import type { ServiceRow } from '@signet/contracts'
import { canaryItemKey, flagUseItemKey, snapshotItemKey, versionItemKey } from '@signet/flags/dynamodb/keys'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { auditRow, flagAuditRow } from './audit-rows.ts'

/** Placeholders instead of values: the result shows the form of a key. */
const set = { org: '<org>', environment: '<environment>' }

/** A row of the flags library; its key comes from there. */
const libraryRow = (name: string, keys: ServiceRow['shown'], kept: string): ServiceRow => ({
  name,
  prefix: `${keys.pk.split('#', 1)[0]}#`,
  shown: keys,
  kept,
})

/** The environments in which an organisation has flags. */
export const setListRow = rowKind({
  name: 'Environment in which an organisation has flags',
  prefix: 'FLAGSETS#',
  keys: { pk: '<org>', sk: 'ENV#<environment>' },
  keep: 'for ever',
  schema: z.object({ environment: z.string() }),
})

/** Index entry of a running canary, sorted by when its next stage is due. */
export const canaryIndex = { gsi1pk: 'CANARY', gsi1sk: '<next_at>#<org>/<environment>#<flag>' } as const

/** Rows of the flags service. */
export const rows: readonly ServiceRow[] = [
  libraryRow('Version of a set of flags', versionItemKey(set), 'for ever'),
  libraryRow('All flags of a set', snapshotItemKey(set), 'for ever'),
  libraryRow('Canary that is running', { ...canaryItemKey(set, '<flag>'), ...canaryIndex }, 'until it is over'),
  setListRow,
  auditRow,
  flagAuditRow,
  libraryRow('Counts of a flag in one hour', flagUseItemKey(set, '<flag>', '<hour>'), '90 days'),
]
