import { receipts } from '../api/receipts.ts'
import type { QueryContext } from '../session/queries.ts'
import type { LocalFile, ReceiptCheck, ReceiptCheckInput, ReceiptWithSubject } from './checking.ts'
import type { PublishedKeys } from './published-keys.ts'
import type { TrustedKeys } from './trusted-keys.ts'

/** Everything that a check needs, loaded before a file is chosen, so that checking sends no request. */
export interface Tools {
  readonly findReceipt: (files: readonly LocalFile[]) => ReceiptWithSubject
  readonly checkReceipt: (input: ReceiptCheckInput) => Promise<ReceiptCheck>
  readonly readKeys: (text: string) => TrustedKeys
  readonly commands: string
  readonly published: PublishedKeys
}

export const toolsQuery = {
  queryKey: ['receipt-check', 'tools'],
  staleTime: 300_000,
  queryFn: async ({ signal }: QueryContext): Promise<Tools> => {
    const [module, jwks, logKeyLines] = await Promise.all([
      import('./checking.ts'),
      receipts.readJwks({}, { signal }),
      receipts.readLogKeys({}, { signal }).then((response) => response.text()),
    ])
    const { findReceipt, checkReceipt, readKeys, readJwks, readLogKeys, OPENSSL_COMMANDS } = module
    const published = { keys: readJwks(jwks), logKeys: readLogKeys(logKeyLines) }
    return { findReceipt, checkReceipt, readKeys, published, commands: OPENSSL_COMMANDS }
  },
}
