import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READ_RATE } from './rates.ts'

/** Most messages of a detail page. */
export const MESSAGES_MAX = 500

const tags = ['conversations']

export const conversationParams = z.strictObject({
  id: z.string().min(1).max(100).describe('Id of the conversation'),
})

export const VendorName = z.enum(['chatgpt', 'claude', 'thread'])

const date = z
  .union([z.iso.date(), z.iso.datetime()])
  .describe('A date such as 2026-05-01 (its beginning in UTC), or an instant')

/** Filters of conversations in a query. */
export const filters = {
  from: date.optional().describe('Not before'),
  to: date.optional().describe('Before'),
  vendor: VendorName.optional().describe('Vendor of the export'),
  model: z.string().min(1).max(100).optional().describe('The model that answered, as its vendor calls it'),
}

export const ByteRange = z
  .object({
    uploadId: z.string(),
    file: z.int().describe('Which file of the upload, from 0; of a ZIP its members of conversations in order'),
    start: z.int().describe('First byte'),
    end: z.int().describe('Offset after its last byte'),
  })
  .describe('Byte range of the conversation in the upload')
  .meta({ id: 'ByteRange' })

export const ConversationSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    vendor: VendorName,
    model: z.string().nullable(),
    createdAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
    messageCount: z.int(),
    version: z.string().describe('Hash of its content; changes with each import that changes it'),
    byteRange: ByteRange,
  })
  .meta({ id: 'ConversationSummary' })
export type ConversationSummary = z.infer<typeof ConversationSummary>

export const Branch = z.enum(['active', 'other']).describe('other: an earlier version of a question or an answer')

const MessagePart = z.object({
  kind: z.enum([
    'text',
    'code',
    'canvas',
    'transcript',
    'attachment',
    'pointer',
    'reasoning',
    'web',
    'output',
    'tool',
    'unknown',
  ]),
  text: z.string(),
  name: z.string().optional(),
  type: z.string().optional().describe('The vendor’s name for it'),
  truncated: z.boolean().describe('The text is truncated: export the conversation'),
})

const ArchivedMessage = z.object({
  id: z.string(),
  parentId: z.string().nullable().describe('Parent message; null: none'),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  author: z.string().optional(),
  createdAt: z.string().nullable(),
  model: z.string().nullable(),
  hidden: z.boolean().describe('The vendor does not show it'),
  branch: Branch,
  parts: z.array(MessagePart),
})
export type ArchivedMessage = z.infer<typeof ArchivedMessage>

const ConversationDetail = z
  .object({
    ...ConversationSummary.shape,
    project: z.string().optional(),
    instructions: z.string().optional().describe('Custom instructions and memories that were in force'),
    messages: z.array(ArchivedMessage).describe('Parents before their children'),
    nextCursor: z.string().nullable().describe('null: these are the last messages'),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const listConversations = endpoint({
  name: 'listConversations',
  summary: 'List conversations',
  description:
    'The conversations of the archive by last change, newest first. With a filter a page may have fewer than `limit`; continue while there is a `nextCursor`.',
  tags,
  route: 'GET /api/conversations',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Conversations a page'),
      cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
      ...filters,
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ conversations: z.array(ConversationSummary), nextCursor: z.string().nullable() }),
    },
  },
})

export const getConversation = endpoint({
  name: 'getConversation',
  summary: 'Read a conversation',
  description: 'The latest version of the conversation; with `branches=all` also earlier questions and answers.',
  tags,
  route: 'GET /api/conversations/:id',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({
      branches: z.enum(['active', 'all']).default('active'),
      limit: z.int().min(1).max(MESSAGES_MAX).default(200).describe('Messages at once'),
      cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: { 200: { description: 'The conversation', schema: ConversationDetail } },
  errors: ['not_found'],
})

export const exportConversation = endpoint({
  name: 'exportConversation',
  summary: 'Export a conversation',
  description: 'The whole conversation with all branches as JSON, or its active branch as Markdown, as a file.',
  tags,
  route: 'GET /api/conversations/:id/export',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({ format: z.enum(['markdown', 'json']).default('markdown') }),
  },
  responses: {
    200: {
      description: 'The file',
      mediaTypes: ['text/markdown', 'application/json'],
      stream: true,
      headers: { 'content-disposition': { description: 'Name of the file', schema: z.string() } },
    },
  },
  errors: ['not_found'],
})
