import { defineContract, endpoint } from '@signet/contracts'
import { AccountErasure } from '@signet/erasure'
import * as z from 'zod'

const id = () => z.string().min(1).max(200)
const ofOrganization = z.strictObject({ org: id().describe('Id of the organization') })

const ClosingAccount = z
  .object({
    state: z.enum(['none', 'waiting', 'erasing']).describe('waiting: it can be undone until `erases_at`'),
    asked_at: z.iso.datetime().nullable(),
    erases_at: z.iso.datetime().nullable().describe('From then on everything is erased for good'),
  })
  .meta({ id: 'AccountClosure' })
export type ClosingAccount = z.infer<typeof ClosingAccount>

const noStore = { 'cache-control': { description: 'no-store', schema: z.string() } }

const sharedOwner = {
  code: 'last_owner',
  status: 409,
  description: 'Others are in an organization of which the person is the only owner; `organizations` lists them.',
} as const

const WRITE_RATE = { requests: 20, window: '1h', by: 'user' } as const

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  summary: 'Delete the account',
  description:
    'Everything of the person and of their own organization is erased in 14 days; until then it can be undone. Organizations without other members go with it. What was paid and used stays as numbers without a person, and receipts stay valid and cannot be opened any more.',
  tags: ['account'],
  route: 'DELETE /api/account',
  authority: 'session',
  idempotent: true,
  rate: WRITE_RATE,
  responses: { 202: { description: 'It waits', schema: ClosingAccount, headers: noStore } },
  errors: ['forbidden', sharedOwner, 'unavailable'],
})

export const getDeparture = endpoint({
  name: 'getDeparture',
  summary: 'Whether the account is being deleted',
  description: 'The state of DELETE /api/account.',
  tags: ['account'],
  route: 'GET /api/account/departure',
  authority: 'session',
  responses: { 200: { description: 'The state', schema: ClosingAccount, headers: noStore } },
  errors: ['forbidden', 'unavailable'],
})

export const keepAccount = endpoint({
  name: 'keepAccount',
  summary: 'Keep the account after all',
  description: 'Undoes DELETE /api/account, as long as nothing was erased.',
  tags: ['account'],
  route: 'DELETE /api/account/departure',
  authority: 'session',
  rate: WRITE_RATE,
  responses: { 204: { description: 'The account stays' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const deleteOrganization = endpoint({
  name: 'deleteOrganization',
  summary: 'Delete an organization',
  description:
    'For its owners. Everything of the organization is erased in 14 days; until then it can be undone. Its members lose it then.',
  tags: ['organizations'],
  route: 'DELETE /api/organizations/:org',
  authority: 'session',
  idempotent: true,
  rate: WRITE_RATE,
  request: { params: ofOrganization },
  responses: { 202: { description: 'It waits', schema: ClosingAccount, headers: noStore } },
  errors: [
    'forbidden',
    'not_found',
    { code: 'personal_organization', status: 409, description: 'It goes with the account of its person.' },
    'unavailable',
  ],
})

export const getOrganizationDeparture = endpoint({
  name: 'getOrganizationDeparture',
  summary: 'Whether an organization is being deleted',
  description: 'The state of DELETE /api/organizations/:org, for its members.',
  tags: ['organizations'],
  route: 'GET /api/organizations/:org/departure',
  authority: 'session',
  request: { params: ofOrganization },
  responses: { 200: { description: 'The state', schema: ClosingAccount, headers: noStore } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const keepOrganization = endpoint({
  name: 'keepOrganization',
  summary: 'Keep an organization after all',
  description: 'For its owners. Undoes DELETE /api/organizations/:org, as long as nothing was erased.',
  tags: ['organizations'],
  route: 'DELETE /api/organizations/:org/departure',
  authority: 'session',
  rate: WRITE_RATE,
  request: { params: ofOrganization },
  responses: { 204: { description: 'The organization stays' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const accountErasureContract = defineContract({
  name: 'account-erasure',
  version: '1.0.0',
  description: 'The erasure of an organization or a person, in events.',
  schema: AccountErasure,
  operations: {
    fall: {
      kind: 'command',
      description: 'The time to undo a deletion is over: each service erases its data of the account.',
      emits: ['account-erasure.due'],
    },
  },
  events: { 'account-erasure.due': AccountErasure },
  surfaces: {},
  authority: { fall: 'internal' },
})
