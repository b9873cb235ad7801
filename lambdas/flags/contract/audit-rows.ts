import { rowKeys } from '@signet/kernel/row-kind'
import { setListRow } from './set-list-row.ts'

export const auditRow = rowKeys({
  name: 'Entry of the audit log',
  prefix: 'FLAGAUDIT#',
  keys: { pk: '<org>/<environment>', sk: 'E#<sequence>' },
  owner: 'organization',
  within: [setListRow],
  exported: { file: 'audit' },
  retention: 'permanent; never changed',
})

/** Prefix of the sort keys of one flag. Keys of flags contain no `#`, so no prefix matches another flag's rows. */
export const flagEntries = 'K#<flag>#'

export const flagAuditRow = rowKeys({
  name: 'Entry of the audit log, by its flag',
  prefix: auditRow.prefix,
  keys: { pk: auditRow.keys.pk, sk: `${flagEntries}<sequence>` },
  owner: 'organization',
  within: [setListRow],
  exported: { none: 'the same entries by flag' },
  retention: 'permanent',
})
