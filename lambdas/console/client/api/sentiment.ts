import { createSentimentClient } from '../clients/sentiment.ts'
import { requesting } from '../transport/requesting.ts'

export const sentiment = createSentimentClient(requesting('platform'))
