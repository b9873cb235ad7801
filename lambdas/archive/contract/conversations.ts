import { endpoint } from '@signet/contracts'
import { Branch, ConversationSummary, filters, READ_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'

export const MESSAGES_MAX = 500

const tags = ['conversations']

export const conversationParams = z.strictObject({
  id: z.string().min(1).max(100).describe('Conversation ID'),
})

const MessagePart = z.object({
  kind: z.enum([
    'text',
    'code',
    'canvas',
    'transcript',
    'attachment',
    'plain',
    'pointer',
    'reasoning',
    'web',
    'output',
    'tool',
    'unknown',
  ]),
  text: z.string(),
  name: z.string().optional(),
  type: z.string().optional().describe('Content type, as named by the vendor'),
  truncated: z.boolean().describe('Whether the text is truncated. Export the conversation for the full text.'),
})

const ArchivedMessage = z.object({
  id: z.string(),
  parentId: z.string().nullable().describe('ID of the parent message; null for the first message of a conversation'),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  author: z.string().optional(),
  createdAt: z.string().nullable().describe('Time of the message; null if the export does not contain it'),
  model: z.string().nullable().describe('Model that generated the message; null if unknown'),
  hidden: z.boolean().describe('Whether the vendor hides the message from its users'),
  branch: Branch,
  parts: z.array(MessagePart),
})
export type ArchivedMessage = z.infer<typeof ArchivedMessage>

const ConversationDetail = z
  .object({
    ...ConversationSummary.shape,
    project: z.string().optional(),
    instructions: z
      .string()
      .optional()
      .describe(
        'Custom instructions and memories that applied to the conversation; absent if the export contains none',
      ),
    messages: z.array(ArchivedMessage).describe('Messages, each parent before its children'),
    nextCursor: z.string().nullable().describe('Cursor for the next page; null on the last page'),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const listConversations = endpoint({
  name: 'listConversations',
  summary: 'List conversations',
  description:
    'Lists the conversations of the archive, most recently changed first. With a filter, a page can have fewer than `limit` conversations. Continue until `nextCursor` is null.',
  tags,
  route: 'GET /api/conversations',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Conversations per page'),
      cursor: z.string().max(1000).optional().describe('`nextCursor` of the previous page'),
      ...filters,
      from: filters.from.describe(
        'Start of the period, inclusive: a date (UTC) or a timestamp. Only conversations that were last changed in this period are listed.',
      ),
    }),
  },
  responses: {
    200: {
      description: 'A page of conversations',
      schema: z.object({ conversations: z.array(ConversationSummary), nextCursor: z.string().nullable() }),
    },
  },
})

export const getConversation = endpoint({
  name: 'getConversation',
  summary: 'Get a conversation',
  description:
    'Returns the conversation. If several imports contain it, the most recently changed copy is returned. With `branches=all`, the response also contains earlier versions of questions and answers.',
  tags,
  route: 'GET /api/conversations/:id',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({
      branches: z
        .enum(['active', 'all'])
        .default('active')
        .describe(
          'Versions to return. `active`: only current versions; `all`: also earlier versions of questions and answers',
        ),
      limit: z.int().min(1).max(MESSAGES_MAX).default(200).describe('Messages per page'),
      cursor: z.string().max(1000).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: { 200: { description: 'The conversation', schema: ConversationDetail } },
  errors: ['not_found'],
})

export const exportConversation = endpoint({
  name: 'exportConversation',
  summary: 'Export a conversation',
  description:
    'Returns the complete conversation as a file: JSON with all versions of questions and answers, or Markdown with the current versions.',
  tags,
  route: 'GET /api/conversations/:id/export',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({ format: z.enum(['markdown', 'json']).default('markdown').describe('Format of the file') }),
  },
  responses: {
    200: {
      description: 'The exported file',
      mediaTypes: ['text/markdown', 'application/json'],
      stream: true,
      headers: { 'content-disposition': { description: 'File name', schema: z.string() } },
    },
  },
  errors: ['not_found'],
})
