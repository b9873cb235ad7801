import type { SpendGuard } from '@signet/kernel'
import { type EmbeddingModel, guardedEmbedding } from '../../embeddings/index.ts'
import { type IndexStores, indexBuilder, type SearchIndex } from '../../index/index.ts'
import { archiveMeter, type Meter } from '../meter-table.ts'
import { meteredIndex } from './metered-index.ts'
import { type ArchiveObjects, segmentBucket } from './segment-bucket.ts'

export interface IndexDeps extends Omit<IndexStores, 'bucket'> {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly spend: Pick<SpendGuard, 'reserve' | 'check'>
  readonly meter?: Meter
}

/** Builds the archive's index. Call it once per function instance, because the index caches loaded segments. */
export const archiveIndex = ({ meter, embedding, spend, bucket, ...stores }: IndexDeps): SearchIndex => {
  const index = indexBuilder({ ...stores, bucket: segmentBucket(bucket) })
  return meteredIndex(index, guardedEmbedding(embedding, spend), meter ?? archiveMeter(stores))
}
