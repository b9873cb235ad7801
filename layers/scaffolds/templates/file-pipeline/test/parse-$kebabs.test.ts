import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, MAX_FILE_BYTES, MAX_LINES, parse$Entities, textOf } from '../src/$kebab/parse-$kebabs.ts'
import { file } from '../src/handler.ts'
import { MemoryObjects } from '../src/objects/objects.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
const KEY = 'incoming/shop/today.csv'
const message = (key = KEY, etag = 'e1') => ({ id: 'm', attempt: 1, body: { key, size: 1, etag } })
const memoryObjects = ({ objects }: Deps): MemoryObjects => {
  assert.ok(objects instanceof MemoryObjects)
  return objects
}
const put = ({ objects }: Deps, text: string | Uint8Array, key = KEY) =>
  objects.put(key, typeof text === 'string' ? new TextEncoder().encode(text) : text, 'text/csv')
const read = async ({ objects }: Deps, key: string) =>
  JSON.parse(Buffer.from((await objects.get(key, 1e7)) ?? []).toString() || 'null') as never

// #case e2e: files
test('given a file with valid and invalid lines, when it arrives, then valid lines are stored, and invalid ones are reported by line', async () => {
  const { deps } = world()
  await put(deps, 'id,amount\r\na,12.50\nb,x\na,1\n"c",-3\n')
  await file(message(), deps)
  assert.deepEqual(await read(deps, 'accepted/shop/today.csv.json'), [
    { line: 2, id: 'a', amountCents: 1250 },
    { line: 5, id: 'c', amountCents: -300 },
  ])
  const { state, accepted, rejected } = (await read(deps, 'reports/shop/today.csv.json')) as {
    state: string
    accepted: number
    rejected: { line: number }[]
  }
  assert.deepEqual([state, accepted, rejected.map(({ line }) => line)], ['read', 2, [3, 4]])
})

// #case integration: files, file-twice
test('given the same file twice and then a new version, when they arrive, then each version is processed once', async () => {
  const { deps, logged } = world()
  await put(deps, 'id,amount\na,1')
  await file(message(), deps)
  await file(message(), deps)
  await file(message(KEY, 'e2'), deps)
  assert.equal(logged.filter(({ event }) => event === 'file').length, 2)
})

// #case integration: refused, file-disguised
test('given pictures, archives and other text files named .csv, when they arrive, then they are refused with a reason', async () => {
  const wrong = [
    new Uint8Array([0x50, 0x4b, 3, 4, 9]),
    new Uint8Array([0xff, 0xfe, 0x41]),
    new Uint8Array([65, 0, 66]),
    'name,amount\na,1',
    '',
  ]
  for (const content of wrong) {
    const { deps } = world()
    await put(deps, content)
    await file(message(), deps)
    assert.equal(((await read(deps, 'reports/shop/today.csv.json')) as { state: string }).state, 'refused')
    assert.equal(await deps.objects.get('accepted/shop/today.csv.json', 10), undefined)
  }
})

// #case integration: refused, file-huge
test('given a file above the limits, when it arrives, then it is refused without being read completely', async () => {
  const { deps } = world()
  await put(deps, new Uint8Array(MAX_FILE_BYTES + 1))
  await file(message(), deps)
  assert.match(((await read(deps, 'reports/shop/today.csv.json')) as { reason: string }).reason, /more than/)
  assert.throws(() => parse$Entities(`id,amount\n${'a,1\n'.repeat(MAX_LINES + 1)}`), { name: 'UnusableFile' })
})

// #case integration: refused, file-elsewhere
test('given keys outside incoming/ or with dot segments, when a message names them, then nothing is read or written', async () => {
  const { deps } = world()
  for (const key of ['accepted/x', '/incoming/x', 'incoming/', 5])
    await assert.rejects(file({ id: 'm', attempt: 1, body: { key, size: 1, etag: 'e' } }, deps), { name: 'Unusable' })
})

// #case integration: refused, file-elsewhere
test('given file names with spaces, accents or consecutive dots, when they arrive, then each gets a report with the reason, and nothing is read', async () => {
  const { deps, logged } = world()
  for (const key of ['incoming/my invoice.csv', 'incoming/Rechnung März.csv', 'incoming/../secrets', 'incoming//x']) {
    await put(deps, 'id,amount\na,1', key)
    await file(message(key), deps)
  }
  assert.deepEqual(
    logged.filter(({ event }) => event === 'file').map(({ state }) => state),
    Array(4).fill('refused'),
  )
  const written = [...memoryObjects(deps).files.keys()].filter((key) => !key.startsWith('incoming/'))
  assert.ok(
    written.length === 4 && written.every((key) => /^reports[/]unnamed-[0-9a-f]{32}[.]json$/.test(key)),
    written.join(),
  )
})

// #case integration: files, file-replaced
test('given a file that was replaced after its event, when the event is processed, then it has no result; the event of the new file has one', async () => {
  const { deps } = world()
  await put(deps, 'id,amount\nb,2')
  memoryObjects(deps).etags.set(KEY, 'e2')
  await file(message(KEY, 'e1'), deps)
  assert.deepEqual([...memoryObjects(deps).files.keys()], [KEY])
  await file(message(KEY, 'e2'), deps)
  assert.deepEqual(await read(deps, 'accepted/shop/today.csv.json'), [{ line: 2, id: 'b', amountCents: 200 }])
})

// #case unit: files
test('given lines with quotes and commas, when they are split, then the fields follow RFC 4180', async () => {
  assert.deepEqual(fieldsOf('a,"b,c",""'), ['a', 'b,c', ''])
  assert.deepEqual(fieldsOf('"say ""hi""",x'), ['say "hi"', 'x'])
  assert.deepEqual(fieldsOf(''), [''])
  for (const line of ['"open', '"a"b,c', 'a,'.repeat(30)]) assert.equal(fieldsOf(line), undefined)
  assert.equal(textOf(new TextEncoder().encode('Höfe')), 'Höfe')
})

// #case integration: refused, file-huge
test('given files of $maxBytes bytes and of one byte more, when they arrive, then the first is read as text, and the second is not read', async () => {
  const reasonOf = async (bytes: number): Promise<string> => {
    const { deps } = world()
    await put(deps, new Uint8Array(bytes).fill(0x61))
    await file(message(), deps)
    return ((await read(deps, 'reports/shop/today.csv.json')) as { reason: string }).reason
  }
  assert.equal(MAX_FILE_BYTES, $maxBytes)
  assert.match(await reasonOf($maxBytes), /first line/)
  assert.match(await reasonOf($maxBytes + 1), /more than $maxBytes bytes/)
})
