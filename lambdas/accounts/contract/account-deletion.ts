import { defineContract, endpoint } from '@signet/contracts'
import { AccountErasure } from '@signet/erasure'
import * as z from 'zod'

const id = () => z.string().min(1).max(200)
const organizationParams = z.strictObject({ org: id().describe('Organization ID') })

const AccountDeletion = z
  .object({
    state: z
      .enum(['none', 'waiting', 'erasing'])
      .describe('State of the deletion. A `waiting` deletion can be canceled until `erases_at`.'),
    asked_at: z.iso.datetime().nullable().describe('Time of the deletion request; null if no deletion was requested'),
    erases_at: z.iso
      .datetime()
      .nullable()
      .describe('Time after which all data is permanently erased; null if no deletion was requested'),
  })
  .meta({ id: 'AccountDeletion' })
export type AccountDeletion = z.infer<typeof AccountDeletion>

const noStore = { 'cache-control': { description: 'no-store', schema: z.string() } }

const lastOwner = {
  code: 'last_owner',
  status: 409,
  description:
    'The user is the only owner of the organizations in `organizations`, which have other members. Make another member an owner first.',
} as const

const WRITE_RATE = { requests: 20, window: '1h', by: 'user' } as const

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  summary: 'Delete the account',
  description:
    "Schedules the erasure of the user's data and of their personal organization in 14 days. Until then, the deletion can be canceled. Other organizations of which the user is the only member are also erased. Records of payments and usage are retained without personal data. Receipts remain valid, but their private content can no longer be disclosed.",
  tags: ['account'],
  route: 'DELETE /api/account',
  authority: 'session',
  idempotent: true,
  rate: WRITE_RATE,
  responses: { 202: { description: 'The deletion is scheduled', schema: AccountDeletion, headers: noStore } },
  errors: ['forbidden', lastOwner, 'unavailable'],
})

export const getAccountDeletion = endpoint({
  name: 'getAccountDeletion',
  summary: 'Get the status of the account deletion',
  description:
    'Returns whether the account is scheduled for deletion by `DELETE /api/account`, and when its data is erased.',
  tags: ['account'],
  route: 'GET /api/account/deletion',
  authority: 'session',
  responses: {
    200: { description: 'The status of the deletion', schema: AccountDeletion, headers: noStore },
  },
  errors: ['forbidden', 'unavailable'],
})

export const cancelAccountDeletion = endpoint({
  name: 'cancelAccountDeletion',
  summary: 'Cancel the account deletion',
  description: 'Cancels the deletion scheduled by `DELETE /api/account`, unless the erasure has started.',
  tags: ['account'],
  route: 'DELETE /api/account/deletion',
  authority: 'session',
  rate: WRITE_RATE,
  responses: { 204: { description: 'The deletion was canceled' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const deleteOrganization = endpoint({
  name: 'deleteOrganization',
  summary: 'Delete an organization',
  description:
    'Schedules the erasure of all data of the organization in 14 days. Until then, the deletion can be canceled. Members keep access until the erasure starts. Only owners can call this operation.',
  tags: ['organizations'],
  route: 'DELETE /api/organizations/:org',
  authority: 'session',
  idempotent: true,
  rate: WRITE_RATE,
  request: { params: organizationParams },
  responses: { 202: { description: 'The deletion is scheduled', schema: AccountDeletion, headers: noStore } },
  errors: [
    'forbidden',
    'not_found',
    {
      code: 'personal_organization',
      status: 409,
      description:
        "A personal organization cannot be deleted separately. It is deleted together with the user's account.",
    },
    'unavailable',
  ],
})

export const getOrganizationDeletion = endpoint({
  name: 'getOrganizationDeletion',
  summary: 'Get the status of an organization deletion',
  description:
    'Returns whether the organization is scheduled for deletion by `DELETE /api/organizations/:org`. Any member can call this operation.',
  tags: ['organizations'],
  route: 'GET /api/organizations/:org/deletion',
  authority: 'session',
  request: { params: organizationParams },
  responses: {
    200: { description: 'The status of the deletion', schema: AccountDeletion, headers: noStore },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const cancelOrganizationDeletion = endpoint({
  name: 'cancelOrganizationDeletion',
  summary: 'Cancel an organization deletion',
  description:
    'Cancels the deletion scheduled by `DELETE /api/organizations/:org`, unless the erasure has started. Only owners can call this operation.',
  tags: ['organizations'],
  route: 'DELETE /api/organizations/:org/deletion',
  authority: 'session',
  rate: WRITE_RATE,
  request: { params: organizationParams },
  responses: { 204: { description: 'The deletion was canceled' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const accountErasureContract = defineContract({
  name: 'account-erasure',
  version: '1.0.0',
  description: 'Events about the erasure of an account or organization.',
  schema: AccountErasure,
  operations: {
    begin: {
      kind: 'command',
      description: "The grace period has ended and the erasure starts. Each service erases the account's data.",
      emits: ['account-erasure.due'],
    },
  },
  events: { 'account-erasure.due': AccountErasure },
  surfaces: {},
  authority: { begin: 'internal' },
})
