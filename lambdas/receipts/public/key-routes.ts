import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { jwksOf, verifierKey } from '@signet/receipts'
import { readJwks, readLogKeys } from '../contract/verification.ts'
import { type PublishedDeps, publishedKeys } from '../views/published-receipt.ts'

const SHORT_CACHE = { 'cache-control': 'public, max-age=300' }

export const keyRoutes = (deps: PublishedDeps): Route[] => [
  route(readJwks, async () => reply(200, { keys: [...jwksOf(await publishedKeys(deps)).keys] }, SHORT_CACHE)),
  route(readLogKeys, async () => {
    const lines = (await deps.log.keys(deps.now())).map((key) => `${verifierKey(key)}\n`)
    return reply(200, lines.join(''), { ...SHORT_CACHE, 'content-type': 'text/plain; charset=utf-8' })
  }),
]
