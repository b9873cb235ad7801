import { createSentimentClient } from '../clients/sentiment.ts'
import { requesting } from '../session/requesting.ts'

export const sentiment = createSentimentClient(requesting('platform'))
