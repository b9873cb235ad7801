import type { SpendGuard } from '@signet/kernel'
import { type EmbeddingModel, guardedEmbedding } from '../../embeddings/index.ts'
import { type IndexStores, indexOver, type SearchIndex } from '../../index/index.ts'
import { archiveMeter, type Meter } from '../meter-table.ts'
import { meteredIndex } from './metered-index.ts'
import { type ArchiveObjects, segmentBucket } from './segment-bucket.ts'

export interface IndexDeps extends Omit<IndexStores, 'bucket'> {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly spend: Pick<SpendGuard, 'reserve' | 'check'>
  readonly meter?: Meter
}

/** Builds the archive's index. Create it once per function instance, because it caches loaded data. */
export const archiveIndex = ({ meter, embedding, spend, bucket, ...stores }: IndexDeps): SearchIndex => {
  const index = indexOver({ ...stores, bucket: segmentBucket(bucket) })
  return meteredIndex(index, guardedEmbedding(embedding, spend), meter ?? archiveMeter(stores))
}
