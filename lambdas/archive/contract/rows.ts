import {
  conversationRow,
  importFileRow,
  importRow,
  ingestRow,
  meterRow,
  uploadRow,
} from '@signet/search/conversations/rows'
import {
  addedBatch,
  hiddenWindows,
  liveSegment,
  mergedSegment,
  removedConversations,
  sentBatch,
  storedWindows,
  unsureBatch,
} from '@signet/search/index/rows'
import { reindexScanRow } from './reindex-scan-rows.ts'
import { sliceRow } from './slice-rows.ts'
import { surveyRow } from './survey-rows.ts'

export const rows = [
  uploadRow,
  ingestRow,
  importFileRow,
  sliceRow,
  conversationRow,
  importRow,
  liveSegment,
  addedBatch,
  mergedSegment,
  removedConversations,
  storedWindows,
  sentBatch,
  unsureBatch,
  hiddenWindows,
  surveyRow,
  reindexScanRow,
  meterRow,
]
