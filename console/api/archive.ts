import { SERVICE } from 'service:archive'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { archiveService } from '../../lambdas/archive/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const archive = clientOf<typeof archiveService>(SERVICE)

export type ChatAnswer = OutputOf<typeof archive.askArchive>
export type Citation = OutputOf<typeof archive.askArchive>['citations'][number]
export type ConversationDetail = OutputOf<typeof archive.getConversation>
export type ConversationSummary = OutputOf<typeof archive.listConversations>['conversations'][number]
export type NextPart = OutputOf<typeof archive.createUpload>['next']
export type ReasoningStep = OutputOf<typeof archive.askArchive>['reasoning'][number]
export type SearchArchiveInput = InputOf<typeof archive.searchArchive>
export type SearchHit = OutputOf<typeof archive.searchArchive>['results'][number]['hits'][number]
export type SearchResult = OutputOf<typeof archive.searchArchive>['results'][number]
export type Upload = OutputOf<typeof archive.createUpload>['upload']
export type UploadStatus = OutputOf<typeof archive.getUploadStatus>
