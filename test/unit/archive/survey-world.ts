import type { EmbeddingModel } from '@signet/search/embeddings'
import { conversationTable } from '../../../lambdas/archive/conversations/conversation-table.ts'
import { importList } from '../../../lambdas/archive/imports/import-list-table.ts'
import { ingestTable } from '../../../lambdas/archive/ingest/ingest-table.ts'
import { reindexScan } from '../../../lambdas/archive/survey/reindex-scan.ts'
import { type SurveyDeps, survey } from '../../../lambdas/archive/survey/survey.ts'
import type { SurveyMessage } from '../../../lambdas/archive/survey/survey-queue.ts'
import { abandonedSurveys, surveyTable } from '../../../lambdas/archive/survey/survey-table.ts'
import { packOf, packReader } from '../../../layers/search/src/conversations/packs.ts'
import { type Talk, talk } from '../../support/archive-talk.ts'
import { rowOf } from '../../support/archive-world.ts'
import { type IndexStores, openIndex } from '../../support/index-world.ts'
import { TABLE } from '../../support/table-world.ts'
import { memoryStorage } from './import-world.ts'

interface SurveyStores {
  readonly segments: IndexStores
  readonly storage: ReturnType<typeof memoryStorage>
}

/** Archives with an index of one embedding model. `previousStores`: the stores of archives whose model has changed. */
export const openSurveys = async (embedding: EmbeddingModel, previousStores?: SurveyStores) => {
  const segments = await openIndex(embedding, previousStores?.segments)
  const { index, clock, world } = segments
  const table = { db: world.db, table: TABLE, now: () => new Date(clock.at) }
  const storage = previousStores?.storage ?? memoryStorage()
  const queuedMessages: SurveyMessage[] = []
  const surveys = surveyTable(table)
  const conversations = conversationTable(table)
  const imports = ingestTable(table)
  const queue = { send: async (message: SurveyMessage) => void queuedMessages.push(message) }
  const deps: SurveyDeps = {
    ...table,
    surveys,
    conversations,
    queue,
    index,
    packs: packReader(storage),
    sleep: async () => undefined,
  }
  return {
    segments,
    storage,
    deps,
    surveys,
    queuedMessages,
    conversations,
    imports,
    clock,
    index,
    table,
    list: importList(table),
    async abandoned(): Promise<SurveyMessage[]> {
      const messages: SurveyMessage[] = []
      for await (const message of abandonedSurveys(table)()) messages.push(message)
      return messages
    },
    reindexScan: reindexScan({ ...table, indexFormat: index.format, surveys, imports: importList(table), queue }),
    survey: survey(deps),
    /** Stores talks like an import. `isIndexed` false: the index does not contain them. */
    async importTalks(workspace: string, talks: readonly Talk[], isIndexed = true): Promise<void> {
      const key = `packs/${workspace}/${talks[0]?.id}`
      const { bytes, ranges } = packOf(talks.map(talk))
      await storage.bucket.put(key, bytes)
      if (isIndexed) await segments.add(workspace, key, ...talks)
      for (const [i, importedTalk] of talks.entries()) {
        const pack = { key, start: 0, end: 0, ...ranges[i] }
        await conversations.replace({ ...rowOf(workspace, importedTalk, 'v1'), pack }, undefined)
      }
      const message = { workspace, upload: `u-${talks[0]?.id}` }
      await imports.begin(message, bytes.length)
      const claimed = await imports.claim(message, 'lease')
      if (claimed) await imports.checkpoint(claimed, { state: 'completed', standing: 'ended' })
    },
    close: () => segments.close(),
  }
}

export type SurveyWorld = Awaited<ReturnType<typeof openSurveys>>
