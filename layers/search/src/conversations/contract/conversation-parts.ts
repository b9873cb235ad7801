import { VENDORS } from '@signet/chat-exports/vendors'
import * as z from 'zod'

export const VendorName = z.enum(VENDORS)

const date = z
  .union([z.iso.date(), z.iso.datetime()])
  .describe('Date such as 2026-05-01 (start of the day in UTC), or a timestamp')

export const filters = {
  from: date
    .optional()
    .describe(
      'Start of the period, inclusive: a date (UTC) or a timestamp. Only passages from this period are searched.',
    ),
  to: date.optional().describe('End of the period, exclusive, in the format of `from`'),
  vendor: VendorName.optional().describe('Only conversations from exports of this vendor'),
  model: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Only conversations whose answers this model generated, as named by the vendor'),
}

export const ByteRange = z
  .object({
    uploadId: z.string(),
    file: z
      .int()
      .describe('Index of the file in the upload, from 0. In a ZIP archive, only the conversation files count.'),
    start: z.int().describe('Offset of the first byte'),
    end: z.int().describe('Offset after the last byte'),
  })
  .describe('Byte range of the conversation in the upload')
  .meta({ id: 'ByteRange' })

export const ConversationSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    vendor: VendorName,
    model: z.string().nullable().describe('Model that generated the answers, as named by the vendor; null if unknown'),
    createdAt: z.string().nullable().describe('Start time of the conversation; null if the export does not contain it'),
    updatedAt: z
      .string()
      .nullable()
      .describe('Time of the last change of the conversation; null if the export does not contain it'),
    messageCount: z
      .int()
      .describe(
        'Number of messages, including earlier versions of questions and answers but excluding messages that the vendor hides',
      ),
    version: z.string().describe('Hash of the content, which changes when an import changes the content'),
    byteRange: ByteRange,
  })
  .meta({ id: 'ConversationSummary' })
export type ConversationSummary = z.infer<typeof ConversationSummary>

export const Branch = z
  .enum(['active', 'other'])
  .describe('`active`: a current version; `other`: an earlier version of a question or an answer')
