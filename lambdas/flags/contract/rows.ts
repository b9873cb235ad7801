import type { ServiceRow } from '@signet/contracts'

const set = '<organisation>/<environment>'
const audit = `FLAGAUDIT#${set}`

/** Rows of the flags service. */
export const rows: readonly ServiceRow[] = [
  {
    name: 'Version of a set of flags',
    prefix: 'FLAGSET#',
    shown: { pk: `FLAGSET#${set}`, sk: 'VERSION' },
    kept: 'for ever',
  },
  {
    name: 'All flags of a set',
    prefix: 'FLAGSET#',
    shown: { pk: `FLAGSET#${set}`, sk: 'SNAPSHOT' },
    kept: 'for ever',
  },
  {
    name: 'Canary that is running',
    prefix: 'FLAGSET#',
    shown: { pk: `FLAGSET#${set}`, sk: 'CANARY#<flag>', gsi1pk: 'CANARY', gsi1sk: `<next stage>#${set}#<flag>` },
    kept: 'until it is over',
  },
  {
    name: 'Entry of the audit log',
    prefix: 'FLAGAUDIT#',
    shown: { pk: audit, sk: 'E#<sequence>' },
    kept: 'for ever; never changed',
  },
  {
    name: 'Entry of the audit log, by its flag',
    prefix: 'FLAGAUDIT#',
    shown: { pk: audit, sk: 'K#<flag>#<sequence>' },
    kept: 'for ever',
  },
  {
    name: 'Counts of a flag in one hour',
    prefix: 'FLAGUSE#',
    shown: { pk: `FLAGUSE#${set}#<flag>`, sk: 'HOUR#<hour>' },
    kept: '90 days',
  },
]
