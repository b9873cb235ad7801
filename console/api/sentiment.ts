import { SERVICE } from 'service:sentiment'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { sentimentService } from '../../lambdas/sentiment/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const sentiment = clientOf<typeof sentimentService>(SERVICE)

export type ChangeSentimentMonitorInput = InputOf<typeof sentiment.changeSentimentMonitor>
export type CreateSentimentMonitorInput = InputOf<typeof sentiment.createSentimentMonitor>
export type CreateSentimentMonitorOutput = OutputOf<typeof sentiment.createSentimentMonitor>
export type ListSentimentBatchesOutput = OutputOf<typeof sentiment.listSentimentBatches>
export type ListSentimentCyclesOutput = OutputOf<typeof sentiment.listSentimentCycles>
export type SentimentMonitor = OutputOf<typeof sentiment.getSentimentMonitor>
