import { canaryItemKey, flagUseItemKey, snapshotItemKey, versionItemKey } from '@signet/flags/dynamodb/keys'
import { type IndexTemplates, type KeyTemplates, type RowKeys, rowKeys } from '@signet/kernel/row-kind'
import { auditRow, flagAuditRow } from './audit-rows.ts'
import { setListRow } from './set-list-row.ts'

/** Placeholders instead of values, so that the result is the template of a key. */
const KEY_PLACEHOLDERS = { org: '<org>', environment: '<environment>' }

const libraryRow = (
  keys: KeyTemplates & Partial<IndexTemplates>,
  {
    name,
    retention,
    within,
    exclusionReason,
  }: { name: string; retention: string; within: readonly RowKeys[]; exclusionReason: string },
): RowKeys => {
  const { pk, sk, gsi1pk, gsi1sk } = keys
  const prefix = pk.slice(0, pk.indexOf('#') + 1)
  return rowKeys({
    name,
    prefix,
    keys: { pk: pk.slice(prefix.length), sk },
    index: gsi1pk && gsi1sk ? { gsi1pk, gsi1sk } : undefined,
    retention,
    owner: 'organization',
    within,
    exported: { none: exclusionReason },
  })
}

/** Index entry of a canary that has not ended, sorted by the due time of its next stage. */
export const canaryIndex = { gsi1pk: 'CANARY', gsi1sk: '<next_at>#<org>/<environment>#<flag>' } as const

const VERSION = {
  name: 'Version of a set of flags',
  retention: 'permanent',
  within: [setListRow],
  exclusionReason: 'a counter',
}

const SNAPSHOT = {
  name: 'All flags of a set',
  retention: 'permanent',
  within: [setListRow],
  exclusionReason: 'exported as flags and segments, one record each',
}

const CANARY = {
  name: 'Running canary',
  retention: 'until the canary ends',
  within: [setListRow],
  exclusionReason: 'the flag contains its canary',
}

const USE = {
  name: 'Counts of a flag in one hour',
  retention: '90 days',
  within: [flagAuditRow],
  exclusionReason: 'counters',
}

export const rows: readonly RowKeys[] = [
  libraryRow(versionItemKey(KEY_PLACEHOLDERS), VERSION),
  libraryRow(snapshotItemKey(KEY_PLACEHOLDERS), SNAPSHOT),
  libraryRow({ ...canaryItemKey(KEY_PLACEHOLDERS, '<flag>'), ...canaryIndex }, CANARY),
  setListRow,
  auditRow,
  flagAuditRow,
  libraryRow(flagUseItemKey(KEY_PLACEHOLDERS, '<flag>', '<hour>'), USE),
]
