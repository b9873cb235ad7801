import type { Pattern } from '../pattern.ts'

export const crudApi: Pattern = {
  id: 'crud-api',
  title: 'CRUD API',
  description: 'Stores records that people create, read, change and delete, with lists, filters and owners.',
  terms: {
    names:
      'crud, crud api, crud service, resource api, records api, rest resource, backend for managing, create read update delete',
    typical:
      'manage, create update delete, create edit delete, add edit remove, registry, todo, task list, reservations, address book, bookmarks, list and filter, search and filter, keep track of, track of, soft delete, archive old, rest api, enter edit, enter and correct, look after a list, fix typos, retire, who has what, lent out, add change and remove, add change and delete, note down, write down, keep a list, list of',
    hints:
      'keep the, track the, store the, keep an, has a, each has, list, edit, update, delete, add, remove, keep, record, entry, entries, fields, owner, page through, pagination, filter, sort, table, user, per user, multi tenant, form, crew, equipment, vehicle, pet, library, collection, records, inventory, catalogue, catalog, tasks, contacts, customers, notes, recipes, expenses, invoices, orders, products, members, profiles, tickets, save, store, crm, bookings, appointments, database of',
  },
  phrasings: [
    'Our volunteers need a place to write down who borrowed which tool and when it comes back',
    'Keep the list of our suppliers, with contacts, and let staff correct them',
    'Members add recipes, change them later and throw away what they no longer like',
    'A backend where clinics enter their rooms and who uses them',
    'Salespeople jot down leads and move them through stages',
    'Staff should be able to book a desk, move the booking and cancel it',
    'Hold the inventory of a small shop: add articles, change stock, retire old ones',
    'People save places they want to visit, tag them and share a list',
    'Teachers maintain the marks of their pupils per term',
    'We want to look after the vehicles of our fleet: registration, inspection dates, drivers',
    'A place for a band to keep its songs, set lists and gigs',
    'Let tenants of a building report and follow up defects',
    'Everybody in the team notes expenses and the accountant sees all of them',
    'Keep an address book for the parish, with who may see what',
    'Hosts enter their flats with prices per night and edit them any time',
    'A simple backend for a to-do app with lists, due dates and owners',
    'Researchers register samples and record each change to them',
    'Maintain job openings and the candidates who applied to each',
    'Users write journal entries and can read, edit and remove their own',
    'We need to store customers and their contracts, search them and export a page at a time',
    'Keep who owns which licence and when it runs out',
    'Breeders enter dogs, litters and health checks',
  ],
}
