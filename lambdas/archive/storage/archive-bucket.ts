import type { Bucket, ObjectFacts } from '@signet/kernel/bucket'

export interface ArchiveBucket extends Pick<Bucket, 'put' | 'read' | 'list' | 'remove'> {
  head(key: string): Promise<Pick<ObjectFacts, 'etag' | 'size'> | undefined>
}
