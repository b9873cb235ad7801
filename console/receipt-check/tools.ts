import { receipts } from '../api/receipts.ts'
import type { QueryContext } from '../session/queries.ts'
import type { LocalFile, ReceiptCheck, ReceiptWithSubject, ToCheck } from './checking.ts'
import type { TrustedKeys } from './own-keys.ts'
import type { PublishedKeys } from './published-keys.ts'

/** Everything that a check needs, loaded before a file is chosen, so that checking sends no request. */
export interface Tools {
  readonly sortFiles: (files: readonly LocalFile[]) => ReceiptWithSubject
  readonly checkReceipt: (input: ToCheck) => Promise<ReceiptCheck>
  readonly readKeys: (text: string) => TrustedKeys
  readonly commands: string
  readonly published: PublishedKeys
}

export const toolsQuery = {
  queryKey: ['receipt-check', 'tools'],
  staleTime: 300_000,
  queryFn: async ({ signal }: QueryContext): Promise<Tools> => {
    const [program, jwks, lines] = await Promise.all([
      import('./checking.ts'),
      receipts.readJwks({}, { signal }),
      receipts.readLogKeys({}, { signal }).then((response) => response.text()),
    ])
    const { sortFiles, checkReceipt, readKeys, readJwks, readLogKeys, OPENSSL_COMMANDS } = program
    const published = { keys: readJwks(jwks), logKeys: readLogKeys(lines) }
    return { sortFiles, checkReceipt, readKeys, published, commands: OPENSSL_COMMANDS }
  },
}
