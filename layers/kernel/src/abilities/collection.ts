import { ability, type Rows } from './ability.ts'
import { rowRights } from './rows.ts'

export interface CollectionGrant {
  /**
   * Operations on its documents, as the data access policy of the collection grants them. `write` includes deleting.
   */
  readonly verbs: readonly ('read' | 'write')[]
  readonly rows: Rows
}

export const collection = ability<CollectionGrant>()({
  allows: 'Reads and writes documents of the OpenSearch Serverless collection, if configured',
  local: { instead: 'a search index in the bucket' },
  variables: { 'COLLECTION_URL?': (deployed) => deployed.collection?.name },
  rights: (grant, deployed) =>
    deployed.collection
      ? [
          { actions: ['aoss:APIAccessAll'], resources: [deployed.collection.arn] },
          ...rowRights(grant.rows, deployed.table),
        ]
      : [],
})
