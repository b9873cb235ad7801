import { createPublicKey, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  checkLogProof,
  checkpointText,
  cosign,
  cosignaturesOn,
  hashesOf,
  inclusionProof,
  leafHash,
  logProofText,
  type NoteKey,
  noteText,
  parseCheckpoint,
  parseLogProof,
  parseNote,
  parseVerifierKey,
  rootOf,
  signersOf,
  signNote,
  verifierKey,
} from '../../../../layers/receipts/src/log/index.ts'

/** From the documentation of Go's golang.org/x/mod/sumdb/note. */
const GO_EXAMPLE_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const GO_EXAMPLE_NOTE = [
  'If you think cryptography is the answer to your problem,',
  "then you don't know what your problem is.",
  '',
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
  '',
].join('\n')

const newKey = (name: string) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = Uint8Array.from(Buffer.from(String(x), 'base64url'))
  return { name, publicKey, sign: async (message: Uint8Array) => Uint8Array.from(signWith(null, message, privateKey)) }
}
const keyOf = ({ name, publicKey }: ReturnType<typeof newKey>, type: NoteKey['type'] = 'ed25519'): NoteKey => ({
  name,
  publicKey,
  type,
})

const log = newKey('signet.example/log/2026')
const witness = newKey('witness.example/w1')
const entries = Array.from({ length: 300 }, (_, at) => new Uint8Array(32).fill(at % 256))
const hashes = hashesOf(entries.map(leafHash))
const text = checkpointText({ origin: log.name, size: 300, root: rootOf(300, hashes) })

/** Returns a checkpoint signed by the log and cosigned by the witness. */
const signed = async (at = new Date('2026-11-26T04:00:00Z')) => {
  const note = await signNote(text, log)
  return { ...note, signatures: [...note.signatures, await cosign(text, at, witness)] }
}

describe('signed note', () => {
  it("verifies the example of Go's documentation", async () => {
    const key = parseVerifierKey(GO_EXAMPLE_KEY)
    expect(verifierKey(key)).toBe(GO_EXAMPLE_KEY)
    const note = parseNote(GO_EXAMPLE_NOTE)
    expect(noteText(note)).toBe(GO_EXAMPLE_NOTE)
    expect(await signersOf(note, [key])).toEqual([key])
    expect(await signersOf({ ...note, text: note.text.replace('your', 'our') }, [key])).toEqual([])
  })

  it('ignores signatures of unknown keys, and is invalid with a wrong one of a known key', async () => {
    const note = await signNote('Something\n', log)
    expect(await signersOf(note, [keyOf(witness)])).toEqual([])
    const [validSignature] = note.signatures
    if (!validSignature) throw new Error('The note is not signed')
    const invalidSignature = { ...validSignature, signature: validSignature.signature.map((byte) => byte ^ 1) }
    expect(await signersOf({ ...note, signatures: [validSignature, invalidSignature] }, [keyOf(log)])).toEqual([])
  })

  it.each([
    ['an empty text', '', 'has no signature'],
    ['a text without a signature', 'Something\n', 'has no signature'],
    ['a malformed signature line', 'Something\n\n- name AAAAAAAA\n', 'malformed'],
    ['a signature without bytes', 'Something\n\n— name AAAA\n', 'malformed'],
    ['no final newline', 'Something\n\n— name AAAAAAAA', 'has no signature'],
    ['a control character', 'Some\tthing\n\n— name AAAAAAAA\n', 'control characters'],
    ['100 signatures', `Something\n\n${'— name AAAAAAAA\n'.repeat(100)}`, 'too many'],
    ['a megabyte', `${'a'.repeat(1_000_000)}\n\n— name AAAAAAAA\n`, 'too long'],
  ])('rejects %s', (_, note, expectedMessage) => expect(() => parseNote(note)).toThrow(expectedMessage))

  it.each([
    ['another id', GO_EXAMPLE_KEY.replace('c74f20a3', 'c74f20a4'), 'does not match the key'],
    ['another type', GO_EXAMPLE_KEY.replace('+AR', '+Ah'), 'not an Ed25519 key'],
    ['no key', 'PeterNeumann', 'not an Ed25519 key'],
    ['a name with a space', `Peter ${GO_EXAMPLE_KEY}`, 'not an Ed25519 key'],
  ])('rejects a verifier key with %s', (_, key, message) => expect(() => parseVerifierKey(key)).toThrow(message))

  it('rejects key names with spaces, and texts without a final newline', async () => {
    await expect(signNote('Something\n', { ...log, name: 'two words' })).rejects.toThrow('is not a valid key name')
    await expect(signNote('Something', log)).rejects.toThrow('newline')
  })
})

describe('log checkpoint', () => {
  it('consists of an origin, a size and a root', () => {
    const { origin, size, root } = parseCheckpoint(text)
    expect([origin, size]).toEqual([log.name, 300])
    expect(root).toEqual(rootOf(300, hashes))
    expect(parseCheckpoint(`${text}an extension\n`).size).toBe(300)
  })

  it.each(['', 'origin\n', 'origin\n01\nAAAA\n', text.replace('300', '-1'), text.replace('300', '9007199254740993')])(
    'rejects %j',
    (wrong) => expect(() => parseCheckpoint(wrong)).toThrow('one per line'),
  )

  it('contains the time of a cosignature, to the second', async () => {
    const at = new Date('2026-11-26T04:00:00.700Z')
    const verified = await cosignaturesOn(await signed(at), [keyOf(witness, 'cosignature')])
    expect(verified).toEqual([{ name: witness.name, at: new Date('2026-11-26T04:00:00Z') }])
  })

  it('ignores a cosignature whose time or text was changed', async () => {
    const note = await signed()
    const witnesses = [keyOf(witness, 'cosignature')]
    expect(await cosignaturesOn({ ...note, text: note.text.replace('300', '301') }, witnesses)).toEqual([])
    // A cosignature starts with its time as 8 bytes.
    const withChangedTime = note.signatures.map((each) => ({ ...each, signature: each.signature.with(7, 1) }))
    expect(await cosignaturesOn({ ...note, signatures: withChangedTime }, witnesses)).toEqual([])
    expect(await cosignaturesOn(note, [keyOf(newKey(witness.name), 'cosignature')])).toEqual([])
    // A signature with the same key as a log is not a cosignature.
    expect(await cosignaturesOn(await signNote(text, witness), witnesses)).toEqual([])
  })
})

describe('log proof', () => {
  const proofOf = async (index: number) => ({
    index,
    proof: inclusionProof(index, 300, hashes),
    checkpoint: await signed(),
  })
  const keys = { logs: [keyOf(log)], witnesses: [keyOf(witness, 'cosignature')] }

  it('parses the text that it formats and returns its signers', async () => {
    const logProof = logProofText(await proofOf(42))
    expect(logProof.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 42'])
    const read = parseLogProof(logProof)
    expect(logProofText(read)).toBe(logProof)
    const verdict = await checkLogProof(read, entries[42] as Uint8Array, keys)
    expect(verdict).toMatchObject({ checkpoint: { size: 300 }, cosignatures: [{ name: witness.name }] })
  })

  it('ignores extra data', async () => {
    const written = logProofText(await proofOf(0)).replace('\nindex', '\nextra AAAA\nindex')
    expect(parseLogProof(written).index).toBe(0)
  })

  it('returns the error as text', async () => {
    const proof = await proofOf(42)
    const entry = entries[42] as Uint8Array
    expect(await checkLogProof(proof, entries[43] as Uint8Array, keys)).toContain('is not below the root')
    expect(await checkLogProof({ ...proof, index: 43 }, entry, keys)).toContain('is not below the root')
    expect(await checkLogProof(proof, entry, { logs: [] })).toContain('No key of the log')
    expect(await checkLogProof(proof, entry, { logs: [keyOf(newKey(log.name))] })).toContain('not signed by the log')
    const other = { ...proof, checkpoint: { ...proof.checkpoint, text: 'Something\n' } }
    expect(await checkLogProof(other, entry, keys)).toContain('one per line')
  })

  it('rejects a missing first line, index, hash or checkpoint', async () => {
    const proofText = logProofText(await proofOf(42))
    const lines = proofText.split('\n')
    for (const wrong of [
      '',
      'index 42\n\n',
      proofText.replace('@v1', '@v2'),
      proofText.replace('index 42', 'index 042'),
    ])
      expect(() => parseLogProof(wrong)).toThrow()
    expect(() => parseLogProof(lines.with(2, 'AAAA').join('\n'))).toThrow('not a SHA-256')
    expect(() => parseLogProof(proofText.slice(0, proofText.indexOf('\n\n') + 2))).toThrow('no signature')
  })

  it('fails or loses its cosignature with any byte changed', async () => {
    const written = logProofText(await proofOf(42))
    const bytes = new TextEncoder().encode(written)
    for (let at = 0; at < bytes.length; at++) {
      const changed = new TextDecoder().decode(bytes.with(at, (bytes[at] as number) ^ 1))
      const verdict = await Promise.resolve()
        .then(() => checkLogProof(parseLogProof(changed), entries[42] as Uint8Array, keys))
        .catch(() => 'malformed')
      // A change of the witness's signed data invalidates only its cosignature.
      if (typeof verdict !== 'string') expect(verdict.cosignatures).toEqual([])
    }
  })
})
