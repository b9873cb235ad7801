import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rawOfPem } from '@signet/receipts'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier } from '@sigstore/verify'
import { packLibraries } from '../../../lib/packages.ts'
import type { IssuedImage } from './issued-image.ts'

/** A folder with the downloaded ZIP file of a receipt and the image that the receipt is about. */
export interface Kit {
  readonly folder: string
  readonly image: IssuedImage
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the command block for openssl and jq. */
const commandsOf = (page: string): string => {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  const commands = blocks.find((text) => text.includes('openssl pkeyutl'))
  if (commands === undefined) throw new Error('docs/receipts.md has no commands for openssl')
  return commands
}

/** Runs the openssl and jq commands of docs/receipts.md. */
export const judgeOpenssl = ({ folder, image }: Kit): string => {
  const commands = commandsOf(readFileSync(resolve('docs/receipts.md'), 'utf8'))
  const printed = execFileSync('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, encoding: 'utf8' })
  for (const expected of [image.hash, 'Signature Verified Successfully', sha256(image.picture)])
    if (!printed.includes(expected))
      throw new Error(`The commands of docs/receipts.md do not print ${expected}: ${printed}`)
  const pae = join(folder, 'pae.bin')
  writeFileSync(
    pae,
    readFileSync(pae).map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
  )
  const verify = 'openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in pae.bin -sigfile sig.bin'
  if (spawnSync('bash', ['-c', verify], { cwd: folder }).status === 0)
    throw new Error('openssl accepts a changed receipt')
  return 'openssl and jq'
}

/** Runs a command without a network, if this machine supports network namespaces. */
const withoutNetwork = (args: readonly string[]): readonly string[] =>
  spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn', ...args] : args

/** Runs the packed verifier in an empty folder without a network. */
export const judgeVerifier = ({ folder }: Kit): string => {
  const [packed] = packLibraries(['verify-receipt'])
  if (!packed) throw new Error('The verifier was not packed')
  const home = join(folder, 'empty')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', resolve('dist/packages', packed.file)], {
    cwd: home,
  })
  const run = (...args: readonly string[]) => {
    const [command = '', ...rest] = withoutNetwork(['npx', '--no-install', 'verify-receipt', ...args])
    return spawnSync(command, rest, { cwd: home, encoding: 'utf8' })
  }
  const files = ['--subject', '../picture.webp', '--offline']
  const validRun = run('../receipt.zip', ...files)
  if (validRun.status !== 0)
    throw new Error(`The verifier exits with ${validRun.status}: ${validRun.stdout}${validRun.stderr}`)
  const otherFileRun = run('../receipt.zip', '--subject', '../receipt.zip', '--offline')
  if (otherFileRun.status !== 1) throw new Error(`For another file the verifier exits with ${otherFileRun.status}`)
  const envelope = JSON.parse(readFileSync(join(folder, 'receipt.dsse.json'), 'utf8')) as { payload: string }
  const payload = Buffer.from(envelope.payload, 'base64').toString().replace('"seq":', '"seq":1')
  const changed = { ...envelope, payload: Buffer.from(payload).toString('base64') }
  writeFileSync(join(folder, 'changed.json'), JSON.stringify(changed))
  const changedRun = run('../changed.json', '--key', '../key.pem', '--offline')
  if (changedRun.status !== 1) throw new Error(`For a changed receipt the verifier exits with ${changedRun.status}`)
  return `npx of the packed verifier${withoutNetwork([]).length > 0 ? ' without a network' : ''}`
}

/** Verifies the bundle with Sigstore's own verifier. */
export const judgeSigstore = ({ folder }: Kit): string => {
  const pem = readFileSync(join(folder, 'key.pem'), 'utf8')
  if (!rawOfPem(pem)) throw new Error('The key of the kit is not an Ed25519 key')
  const publicKey = createPublicKey(pem)
  const trust = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: () => ({ publicKey, validFor: () => true }),
  }
  const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 })
  const bundle = JSON.parse(readFileSync(join(folder, 'receipt.sigstore.json'), 'utf8')) as {
    dsseEnvelope: { payload: string }
  }
  verifier.verify(toSignedEntity(bundleFromJSON(bundle)))
  const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString().replace('"seq":', '"seq":1')
  bundle.dsseEnvelope.payload = Buffer.from(payload).toString('base64')
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(bundle)))
  } catch {
    return '@sigstore/verify'
  }
  throw new Error('@sigstore/verify accepts a changed receipt')
}
