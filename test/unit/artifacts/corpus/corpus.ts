import { archives } from './archives.ts'
import type { CorpusFile } from './file.ts'
import { jsons } from './jsons.ts'
import { pdfs } from './pdfs.ts'
import { texts } from './texts.ts'
import { workbooks } from './workbooks.ts'

/** Files of every type, honest and hostile, each with its answer. */
export const corpus: readonly CorpusFile[] = [...pdfs, ...archives, ...workbooks, ...jsons, ...texts]
