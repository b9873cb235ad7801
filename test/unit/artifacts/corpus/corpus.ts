import { archives } from './archives.ts'
import type { CorpusFile } from './file.ts'
import { jsons } from './jsons.ts'
import { pdfs } from './pdfs.ts'
import { texts } from './texts.ts'
import { workbooks } from './workbooks.ts'

/** Valid and hostile files of every type, each with the expected verdict. */
export const corpus: readonly CorpusFile[] = [...pdfs, ...archives, ...workbooks, ...jsons, ...texts]
