import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Block {
  readonly language: string
  readonly body: string
}

const pages = join(import.meta.dirname, '../../../docs/contracts')

/** The code blocks of a page of docs/contracts, in their order. */
export const blocksOf = async (page: string): Promise<readonly Block[]> => {
  const text = await readFile(join(pages, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({ language, body }))
}

/** A text in which `…` stands for anything. */
export const outputPattern = (expected: string): RegExp => {
  const parts = expected.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*?')}$`, 's')
}
