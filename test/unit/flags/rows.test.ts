import { rowKey } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { auditEntryItemKey, flagAuditItemKey } from '../../../lambdas/flags/audit/audit-table.ts'
import { rows } from '../../../lambdas/flags/contract/rows.ts'
import { setListRow } from '../../../lambdas/flags/contract/set-list-row.ts'
import { openCanaryEntry } from '../../../lambdas/flags/sets/open-canaries-table.ts'
import {
  canaryItemKey,
  flagUseItemKey,
  snapshotItemKey,
  versionItemKey,
} from '../../../layers/flags/src/dynamodb/index.ts'
import { kindsOf } from '../../support/key-templates.ts'

const set = { org: 'org-1', environment: 'production' }

/** Keys that the code builds, by the name of the row kind. */
const KEYS_BY_KIND: readonly (readonly [kind: string, keys: Readonly<Record<string, string>>])[] = [
  ['Version of a set of flags', versionItemKey(set)],
  ['All flags of a set', snapshotItemKey(set)],
  ['Running canary', { ...canaryItemKey(set, 'dark'), ...openCanaryEntry({ ...set, key: 'dark', nextAt: '2026' }) }],
  ['Environment in which an organization has flags', rowKey(setListRow, set)],
  ['Entry of the audit log', auditEntryItemKey(set, 7)],
  ['Entry of the audit log, by its flag', flagAuditItemKey(set, 'dark', 7)],
  ['Counts of a flag in one hour', flagUseItemKey(set, 'dark', '2026-11-22T10')],
]

describe('rows that the flags service declares', () => {
  it.each(KEYS_BY_KIND)('have the keys that the code builds: %s', (kind, keys) => {
    expect(kindsOf(rows, keys)).toContain(kind)
  })

  it('include only kinds that the code builds', () => {
    expect(rows.map(({ name }) => name).filter((name) => !KEYS_BY_KIND.some(([kind]) => kind === name))).toEqual([])
  })
})
