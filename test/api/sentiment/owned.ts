import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startIngest } from '../../support/ingest-receiver.ts'
import { createMonitor, deleteMonitors } from '../../support/monitors.ts'
import type { OwnedThings } from '../../support/owned.ts'

const OWN_LIST = 'a position in a list of the caller’s monitor, without the partition'

export const owned: OwnedThings = {
  paths: {
    '/api/sentiment/monitors/{tenantId}': async ({ key }) => {
      const tenant = `tenant-${randomUUID()}`
      const ingest = await startIngest()
      const created = await createMonitor({ key, tenant }, ingest.url).finally(() => ingest.close())
      expect(created.status).toBe(201)
      return { tenantId: tenant }
    },
  },
  byValue: {
    'listSentimentBatches cursor': OWN_LIST,
    'listSentimentCycles cursor': OWN_LIST,
    'createSentimentMonitor tenantId': 'an ID within the organization; another organization can use the same',
  },
  end: deleteMonitors,
}
