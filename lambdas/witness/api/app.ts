import { reply } from '@signet/contracts'
import { apiApp, cached, route, rowTable } from '@signet/kernel'
import { verifierKey } from '@signet/receipts'
import { KmsEd25519Signer } from '@signet/receipts/kms-signer'
import type { access } from '../contract/access.ts'
import { witnessedRow } from '../contract/rows.ts'
import { readWitnessKey } from '../contract/witness.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { isOwnLog, publishedLogKeys } from './log-keys.ts'
import { tlogWitness } from './tlog-witness.ts'

const KEY_CACHE_MS = 3_600_000

export const app = apiApp<typeof access.api>((runtime) => {
  const { env, clients, now, log } = runtime
  const platform = env.ISSUER_URL
  // Only a display name: verifiers rely on the key.
  const name = `${new URL(platform).host}/witness`
  const openSigner = cached(() => KmsEd25519Signer.open(clients.kms, env.WITNESS_KEY_ID), KEY_CACHE_MS, now)
  const signer = () => openSigner()
  const cosignCheckpoint = addCheckpoint({
    name,
    signer,
    now,
    log,
    checkpoints: rowTable(witnessedRow, runtime),
    keysOf: async (origin) =>
      isOwnLog(origin, platform) ? (await publishedLogKeys({ platform })).filter((key) => key.name === origin) : [],
  })
  const keyRoute = route(readWitnessKey, async () => {
    const { publicKey } = await signer()
    const line = verifierKey({ name, type: 'cosignature', publicKey })
    return reply(200, `${line}\n`, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
  })
  return { routes: [keyRoute], protocol: tlogWitness(cosignCheckpoint), pages: 'any' }
})
