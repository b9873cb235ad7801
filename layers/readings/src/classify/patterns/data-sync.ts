import type { Pattern } from '../pattern.ts'

export const dataSync: Pattern = {
  id: 'data-sync',
  title: 'Data sync',
  description:
    'Synchronizes two systems: a change in one appears in the other, conflicts are reported and no record is duplicated.',
  terms: {
    names:
      'in sync between, data sync, sync, synchronise, synchronize, synchronization, synchronisation, two way sync, bidirectional sync, replicate, replication, data replication, integration between, in step, keep in sync, mirror, synchronised, synchronized, synchronising, synchronizing, in sync, syncs, syncing, kept in step',
    typical:
      'salesforce, hubspot, netsuite, sap, erp, crm to, between systems, two systems, both systems, both sides, map fields, field mapping, reconcile, reconciliation, incremental, delta, deltas, changed since, upsert, source of truth, system of record, airtable, google sheets, notion, jira, warehouse to, migrate continuously, drift, push changes, pull changes, copy changes, master data, calendar sync, must be the same, both places, in both, the other way round, list of the differences, differences',
    hints:
      'changes, changed, both, other system, other, legacy, copy, match, merge, duplicate, duplicates, directory, records, external, connector, import, export, last modified, contacts, same, conflict, conflicts, mapping, cursor',
  },
  phrasings: [
    'A customer that is corrected in the shop must be corrected in accounting, and the other way round',
    'Stock in the till and stock online have to be the same within minutes',
    'What people enter in the old program should appear in the new one until we switch it off',
    'Take over changes of the HR list into the directory: who came, who went, who moved',
    'The calendar of the practice and the one on doctors’ phones should not disagree',
    'Tickets that live in our tool and in the client’s tool are one and the same',
    'Bring product data from the master system to the marketplaces and notice where they drifted apart',
    'If two people change the same address in two programs, say so instead of losing one',
    'Our sheet of partners and the CRM must not differ',
    'Keep a copy of the orders table in the analytics account, never more than five minutes behind',
    'Every patient in one hospital program has a twin in another, and they should agree',
    'Members of the association are kept twice; make that one truth',
    'Carry over what changed since yesterday from the warehouse program to ours',
    'Prices are set in the ERP and must arrive in the shop exactly as they were',
    'Translate between the fields of two time-keeping programs and move entries both ways',
    'Match bank transactions with the ledger and show what is on one side only',
    'Move issues between the public tracker and the internal one, without echo',
    'Contacts on the phone system should be those of the CRM',
    'The data of two companies after a merger needs to be alike each morning',
    'Bring room bookings from the building system into everybody’s calendar and back',
    'Whatever marketing edits in their list should reach the mailing program, deletions too',
    'Compare two inventories and make the second like the first',
  ],
}
