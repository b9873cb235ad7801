import type { ServiceRow } from '@signet/contracts'
import { canaryItemKey, flagUseItemKey, snapshotItemKey, versionItemKey } from '@signet/flags/dynamodb/keys'
import { rowKeys } from '@signet/kernel/row-kind'

/** Names in the place of values: what builds a key then shows its form. */
const set = { org: '<org>', environment: '<environment>' }

/** A row of the flags library, which has the words of its key. */
const libraryRow = (name: string, keys: ServiceRow['shown'], kept: string): ServiceRow => ({
  name,
  prefix: `${keys.pk.split('#', 1)[0]}#`,
  shown: keys,
  kept,
})

/** How the index finds a canary that is running: by when its next stage is due. */
export const canaryIndex = { gsi1pk: 'CANARY', gsi1sk: '<next_at>#<org>/<environment>#<flag>' } as const

/** An entry of the log of a set. */
export const auditRow = rowKeys({
  name: 'Entry of the audit log',
  prefix: 'FLAGAUDIT#',
  keys: { pk: '<org>/<environment>', sk: 'E#<sequence>' },
  kept: 'for ever; never changed',
})

/** What the sort keys of one flag begin with. Keys of flags hold no `#`: none is the beginning of another's. */
export const flagEntries = 'K#<flag>#'

/** What finds an entry by its flag. */
export const flagAuditRow = rowKeys({
  name: 'Entry of the audit log, by its flag',
  prefix: auditRow.prefix,
  keys: { pk: auditRow.keys.pk, sk: `${flagEntries}<sequence>` },
  kept: 'for ever',
})

/** Rows of the flags service. */
export const rows: readonly ServiceRow[] = [
  libraryRow('Version of a set of flags', versionItemKey(set), 'for ever'),
  libraryRow('All flags of a set', snapshotItemKey(set), 'for ever'),
  libraryRow('Canary that is running', { ...canaryItemKey(set, '<flag>'), ...canaryIndex }, 'until it is over'),
  auditRow,
  flagAuditRow,
  libraryRow('Counts of a flag in one hour', flagUseItemKey(set, '<flag>', '<hour>'), '90 days'),
]
