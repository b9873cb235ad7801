import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isSignedBy, pemOf, verifyConsistency, verifyInclusion } from '@signet/receipts'
import { canonicalJson } from '@signet/receipts/digest'

/**
 * Checks the primitives of receipts with published vectors: `receipt-vectors.ts JCS-FOLDER SIGN-INPUT-GZ WYCHEPROOF
 * [MERKLE]`. The first is `testdata` of cyberphone/json-canonicalization, the second the Ed25519 authors' vectors in
 * Go's sources, the third `ed25519_test.json` of C2SP/wycheproof. MERKLE is `testdata` of transparency-dev/merkle, if
 * available: no registry has it.
 */
const [jcs, signInput, wycheproof, merkle] = process.argv.slice(2)
if (jcs === undefined || signInput === undefined || wycheproof === undefined)
  throw new Error('Name the folders of the vectors')

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const bytesFromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const bytesFromBase64 = (text: string | null): Uint8Array => new Uint8Array(Buffer.from(text ?? '', 'base64'))
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

const expectMatch = (what: string, matches: boolean): void => {
  if (!matches) throw new Error(`${what} does not match the vector`)
}

const judgeFiles = (folder: string): number => {
  const names = globSync('*.json', { cwd: join(folder, 'input') })
  for (const name of names) {
    const outhex = readFileSync(join(folder, 'outhex', name.replace('.json', '.txt')), 'utf8').replaceAll(/\s/g, '')
    const text = canonicalJson(readJson(join(folder, 'input', name)))
    expectMatch(`canonical JSON of ${name}`, Buffer.from(text).toString('hex') === outhex)
  }
  return names.length
}

/** Digests of the first lines of the published list of a hundred million numbers. */
const DIGEST_OF_FIRST_LINES: Readonly<Record<number, string>> = {
  1000: 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687',
  10000: 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892',
  100000: '22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7',
}
const CONSECUTIVE_COUNT = 2_000
const SMALLEST_NORMAL = 0x0010_0000_0000_0000n

/** Yields the numbers of numgen.js: listed ones, consecutive ones, then those of a chain of SHA-256 digests. */
function* listedNumbers(folder: string): Generator<bigint> {
  const program = readFileSync(join(folder, 'numgen.js'), 'utf8')
  const listedBits = program.slice(program.indexOf('staticU64s'), program.indexOf(']', program.indexOf('staticU64s')))
  for (const [, bits = ''] of listedBits.matchAll(/0x([0-9a-f]{16})n/g)) yield BigInt(`0x${bits}`)
  for (let at = 0; at < CONSECUTIVE_COUNT; at++) yield SMALLEST_NORMAL + BigInt(at)
  for (let block = sha256(Buffer.alloc(32)); ; block = sha256(block)) {
    for (let at = 0; at < 32; at += 8) {
      const value = block.readDoubleLE(at)
      if (value !== 0 && Number.isFinite(value)) yield block.readBigUInt64LE(at)
    }
  }
}

const numberOf = (bits: bigint): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}

const judgeNumbers = (folder: string): number => {
  const list = createHash('sha256')
  let count = 0
  for (const bits of listedNumbers(folder)) {
    list.update(`${bits.toString(16)},${canonicalJson(numberOf(bits))}\n`)
    const expected = DIGEST_OF_FIRST_LINES[++count]
    if (expected !== undefined) expectMatch(`the digest of ${count} numbers`, list.copy().digest('hex') === expected)
    if (count === 100_000) break
  }
  return count
}

/**
 * Verifies the signature of each line, and that a changed signature is invalid. The fields of a line are: seed and key;
 * key; message; signature and message.
 */
const judgeSignatures = async (file: string): Promise<number> => {
  const lines = gunzipSync(readFileSync(file)).toString('latin1').trim().split('\n')
  for (const [at, line] of lines.entries()) {
    const [, key = '', message = '', signed = ''] = line.split(':')
    const signature = bytesFromHex(signed.slice(0, 128))
    expectMatch(`signature ${at}`, await isSignedBy(bytesFromHex(key), bytesFromHex(message), signature))
    expectMatch(
      `changed signature ${at}`,
      !(await isSignedBy(
        bytesFromHex(key),
        bytesFromHex(message),
        signature.with(at % 64, (signature[at % 64] ?? 0) ^ 1),
      )),
    )
  }
  return lines.length
}

interface WycheproofGroup {
  readonly publicKey: { readonly pk: string; readonly pem?: string }
  readonly publicKeyPem?: string
  readonly tests: readonly {
    readonly tcId: number
    readonly msg: string
    readonly sig: string
    readonly result: string
  }[]
}

const judgeWycheproof = async (file: string): Promise<number> => {
  const { testGroups } = readJson<{ readonly testGroups: readonly WycheproofGroup[] }>(file)
  let count = 0
  for (const { publicKey, publicKeyPem, tests } of testGroups) {
    const key = bytesFromHex(publicKey.pk)
    if (publicKeyPem !== undefined) expectMatch(`PEM of ${publicKey.pk}`, pemOf(key).trim() === publicKeyPem.trim())
    for (const { tcId, msg, sig, result } of tests) {
      expectMatch(
        `Wycheproof ${tcId}`,
        (await isSignedBy(key, bytesFromHex(msg), bytesFromHex(sig))) === (result === 'valid'),
      )
      count++
    }
  }
  return count
}

interface MerkleVector {
  readonly leafIdx: number
  readonly treeSize: number
  readonly root: string
  readonly leafHash: string
  readonly size1: number
  readonly size2: number
  readonly root1: string
  readonly root2: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}

const judgeProofs = (folder: string, kind: 'inclusion' | 'consistency'): number => {
  const files = globSync(`${kind}/**/*.json`, { cwd: folder })
  for (const file of files) {
    const { proof: encodedProof, wantErr, ...vector } = readJson<MerkleVector>(join(folder, file))
    const proof = (encodedProof ?? []).map(bytesFromBase64)
    const isProven =
      kind === 'inclusion'
        ? verifyInclusion(bytesFromBase64(vector.leafHash), {
            index: vector.leafIdx,
            size: vector.treeSize,
            root: bytesFromBase64(vector.root),
            proof,
          })
        : verifyConsistency({
            oldSize: vector.size1,
            oldRoot: bytesFromBase64(vector.root1),
            size: vector.size2,
            root: bytesFromBase64(vector.root2),
            proof,
          })
    expectMatch(file, isProven === !wantErr)
  }
  return files.length
}

const files = judgeFiles(jcs)
const numbers = judgeNumbers(jcs)
const signatures = await judgeSignatures(signInput)
const edgeCases = await judgeWycheproof(wycheproof)
if ([files, signatures, edgeCases].includes(0)) throw new Error('The folders contain no vectors')
console.log(
  `figures: vectors passed: ${files} files and ${numbers} numbers of canonical JSON, ${signatures} signatures of the Ed25519 authors and ${edgeCases} of Wycheproof`,
)
if (merkle !== undefined && existsSync(merkle)) {
  const inclusion = judgeProofs(merkle, 'inclusion')
  const consistency = judgeProofs(merkle, 'consistency')
  if (inclusion === 0 || consistency === 0) throw new Error('The folder contains no Merkle proofs')
  console.log(`figures: Merkle vectors passed: ${inclusion} inclusion proofs, ${consistency} consistency proofs`)
} else {
  console.log('figures: Merkle proofs skipped: their vectors are not installed')
}
