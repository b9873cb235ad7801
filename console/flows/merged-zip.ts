import { zipOf } from '@signet/receipts'
import type { MergedFile } from './merge-words.ts'

const utf8 = new TextEncoder()

/** Packs the merged project as a ZIP, without removed files. */
export const mergedZip = (files: readonly MergedFile[]): Blob => {
  const remaining = files.filter(({ status }) => status !== 'removed')
  const bytes = zipOf(Object.fromEntries(remaining.map(({ path, content }) => [path, utf8.encode(content)])))
  return new Blob([bytes as BlobPart], { type: 'application/zip' })
}
