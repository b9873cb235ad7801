import { type Code, code } from '../../code.ts'
import { answering, boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { handler, maxBytesOf, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['files'],
    [code`a file with good and bad lines`, code`it arrives`, code`good ones are kept, bad ones are named by line`],
    code`
  const { deps } = world()
  await put(deps, 'id,amount\\r\\na,12.50\\nb,x\\na,1\\n"c",-3\\n')
  await file(message(), deps)
  assert.deepEqual(await read(deps, 'accepted/shop/today.csv.json'), [{ line: 2, id: 'a', amountCents: 1250 }, { line: 5, id: 'c', amountCents: -300 }])
  const { state, accepted, rejected } = (await read(deps, 'reports/shop/today.csv.json')) as { state: string; accepted: number; rejected: { line: number }[] }
  assert.deepEqual([state, accepted, rejected.map(({ line }) => line)], ['read', 2, [3, 4]])
`,
  ),
  testCase(
    'integration',
    ['files', 'file-twice'],
    [code`the same file twice, then a new version`, code`they arrive`, code`it is read once a version`],
    code`
  const { deps, logged } = world()
  await put(deps, 'id,amount\\na,1')
  await file(message(), deps)
  await file(message(), deps)
  await file(message(KEY, 'e2'), deps)
  assert.equal(logged.filter(({ event }) => event === 'file').length, 2)
`,
  ),
  testCase(
    'integration',
    ['refused', 'file-disguised'],
    [code`pictures, archives and other texts named .csv`, code`they arrive`, code`they are refused with a reason`],
    code`
  const wrong = [new Uint8Array([0x50, 0x4b, 3, 4, 9]), new Uint8Array([0xff, 0xfe, 0x41]), new Uint8Array([65, 0, 66]), 'name,amount\\na,1', '']
  for (const content of wrong) {
    const { deps } = world()
    await put(deps, content)
    await file(message(), deps)
    assert.equal(((await read(deps, 'reports/shop/today.csv.json')) as { state: string }).state, 'refused')
    assert.equal(await deps.objects.get('accepted/shop/today.csv.json', 10), undefined)
  }
`,
  ),
  testCase(
    'integration',
    ['refused', 'file-huge'],
    [code`a file above the limits`, code`it arrives`, code`it is refused without being read whole`],
    code`
  const { deps } = world()
  await put(deps, new Uint8Array(MAX_FILE_BYTES + 1))
  await file(message(), deps)
  assert.match(((await read(deps, 'reports/shop/today.csv.json')) as { reason: string }).reason, /more than/)
  assert.throws(() => parse$Entities('id,amount\\n' + 'a,1\\n'.repeat(MAX_LINES + 1)), { name: 'UnusableFile' })
`,
  ),
  testCase(
    'integration',
    ['refused', 'file-elsewhere'],
    [code`keys outside of incoming, or that climb`, code`a message names them`, code`nothing is read or written`],
    code`
  const { deps } = world()
  for (const key of ['accepted/x', '/incoming/x', 'incoming/', 5])
    await assert.rejects(file({ id: 'm', attempt: 1, body: { key, size: 1, etag: 'e' } }, deps), { name: 'Unusable' })
`,
  ),
  testCase(
    'integration',
    ['refused', 'file-elsewhere'],
    [
      code`files whose names have blanks, accents or dots that climb`,
      code`they arrive`,
      code`each has a report that says so, and nothing is read`,
    ],
    code`
  const { deps, logged } = world()
  for (const key of ['incoming/my invoice.csv', 'incoming/Rechnung März.csv', 'incoming/../secrets', 'incoming//x']) {
    await put(deps, 'id,amount\\na,1', key)
    await file(message(key), deps)
  }
  assert.deepEqual(logged.filter(({ event }) => event === 'file').map(({ state }) => state), Array(4).fill('refused'))
  const written = [...heldBy(deps).held.keys()].filter((key) => !key.startsWith('incoming/'))
  assert.ok(written.length === 4 && written.every((key) => /^reports[/]unnamed-[0-9a-f]{32}[.]json$/.test(key)), written.join())
`,
  ),
  testCase(
    'integration',
    ['files', 'file-replaced'],
    [
      code`a file that was replaced after its event`,
      code`the event is worked on`,
      code`nothing is made of it; the event of the newer file makes the results`,
    ],
    code`
  const { deps } = world()
  await put(deps, 'id,amount\\nb,2')
  heldBy(deps).etags.set(KEY, 'e2')
  await file(message(KEY, 'e1'), deps)
  assert.deepEqual([...heldBy(deps).held.keys()], [KEY])
  await file(message(KEY, 'e2'), deps)
  assert.deepEqual(await read(deps, 'accepted/shop/today.csv.json'), [{ line: 2, id: 'b', amountCents: 200 }])
`,
  ),
  testCase(
    'unit',
    ['files'],
    [code`lines with quotes and commas`, code`they are split`, code`fields are those of RFC 4180`],
    code`
  assert.deepEqual(fieldsOf('a,"b,c",""'), ['a', 'b,c', ''])
  assert.deepEqual(fieldsOf('"say ""hi""",x'), ['say "hi"', 'x'])
  assert.deepEqual(fieldsOf(''), [''])
  for (const line of ['"open', '"a"b,c', 'a,'.repeat(30)]) assert.equal(fieldsOf(line), undefined)
  assert.equal(textOf(new TextEncoder().encode('Höfe')), 'Höfe')
`,
  ),
]

/** The limit in a literal, at its edge. */
const limited = (context: Context): Case => {
  const { bytes } = maxBytesOf(context)
  return testCase(
    'integration',
    ['refused', 'file-huge'],
    [
      code`files of ${bytes} bytes and of one more`,
      code`they arrive`,
      code`the first is read as a text, the second is not read at all`,
    ],
    code`
  const reasonOf = async (bytes: number): Promise<string> => {
    const { deps } = world()
    await put(deps, new Uint8Array(bytes).fill(0x61))
    await file(message(), deps)
    return ((await read(deps, 'reports/shop/today.csv.json')) as { reason: string }).reason
  }
  assert.equal(MAX_FILE_BYTES, ${bytes})
  assert.match(await reasonOf(${bytes}), /first line/)
  assert.match(await reasonOf(${bytes} + 1), /more than ${bytes} bytes/)
`,
  )
}

/** A size as people say it. */
const megabytes = (context: Context): Code => code`${maxBytesOf(context).bytes / 1_000_000} MB` as Code

/** Formats that were asked for and are not read. */
const others = ({ figures }: Context): Code => {
  const names = [...new Set(figures.formats.map(({ value }) => value.toUpperCase()))].filter((name) => name !== 'CSV')
  return names.length === 0 ? code`` : code` Reading ${names.join(', ') as Code} is not built.`
}

/** What is the same whatever is asked for. */
const fixed: Part = {
  summary: code`Reads CSV files of $nouns as they arrive, keeps the good lines and reports the bad ones.`,
  functions: [
    {
      ...{ trigger: 'file', uses: ['records', 'objects'], timeoutSeconds: 120 },
      folders: { reads: ['incoming'], writes: ['accepted', 'reports'] },
    },
  ],
  interfaces: [
    {
      kind: 'event',
      input: code`A CSV file id,amount below incoming/`,
      output: code`accepted/<file>.json and reports/<file>.json`,
      auth: code`Roles that may write to the bucket`,
    },
  ],
  boundaries: [
    boundary('queue', code`Bucket to worker`, {
      S: code`Only the bucket's notifications may send to the queue`,
      T: [
        threat(
          'file-twice',
          code`The bucket`,
          code`tells of a file twice, as buckets do`,
          code`Lines count twice`,
          [4, 3],
          code`Key and ETag together are worked on once`,
        ),
        threat(
          'file-disguised',
          code`Who may put files`,
          code`names an archive, a program or another text .csv`,
          code`Nonsense is kept as data`,
          [4, 3],
          code`The first bytes, the encoding and the header are checked`,
        ),
      ],
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'file-huge',
            code`Who may put files`,
            code`puts one that is larger than memory, or has lines without end`,
            code`The worker dies again and again`,
            [3, 3],
            code`The bytes of a file, its 50,000 lines and 20 columns are bounded`,
          ),
        ),
      ],
    }),
    boundary('objects', code`Worker to bucket`, {
      S: code`The platform authenticates the worker`,
      T: [
        threat(
          'file-elsewhere',
          code`Who may send messages`,
          code`names a file outside of incoming/, or one that climbs`,
          code`Other files are read or overwritten`,
          [2, 4],
          code`Keys must be below incoming/; what has no plain name is not read; results go to prefixes of their own`,
        ),
        answering(
          ['stride-edited-on-the-way'],
          threat(
            'file-replaced',
            code`Who may put files`,
            code`puts another file under the name, between the event and its reading`,
            code`Something else is read than was told`,
            [3, 3],
            code`A file is read by the ETag of its event, or not at all`,
          ),
        ),
      ],
      R: code`The bucket keeps versions, and a report stands beside each file`,
      I: code`Texts of lines are in no log and no report; the bucket is private and encrypted`,
      D: code`The bucket is the platform's; files are bounded when they are read`,
      E: [],
    }),
  ],
  decisions: [
    {
      title: code`A report a file instead of all or nothing`,
      context: code`Files come from people and other systems; most have a few bad lines.`,
      drivers: [code`Good lines are not held up by bad ones`, code`Who sent the file can mend it alone`],
      options: [
        option(
          code`Keep good lines, report bad ones by number`,
          code`work goes on, and the sender sees what to mend`,
          code`a file can be half in`,
        ),
        option(code`Refuse the whole file`, code`a file is in or out`, code`one typing error holds up a day's work`),
        option(code`Skip bad lines`, code`nobody is bothered`, code`data is lost in silence`),
      ],
      because: code`it loses nothing and needs nobody of ours.`,
      good: [code`every line is accounted for`],
      bad: [code`who needs all or nothing must look at the report first`],
      confirmation: code`test/parse-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files and what was made of them`],
  actors: [code`Who puts files`, code`Who reads results`],
  flows: [code`Bucket to queue: names of new files`, code`Worker to bucket: accepted lines and reports`],
}

const service = (context: Context): Part => ({
  example: code`It reads CSV with the header id,amount and refuses every other file with a report.${others(context)} Put your own format in its place, in src/$kebab/parse-$kebabs.ts.`,
  files: [
    { path: 'src/$kebab/parse-$kebabs.ts', content: rules(maxBytesOf(context).bytes) },
    { path: 'src/handler.ts', content: handler },
  ],
  requirements: [
    {
      key: 'files',
      text: code`Every line of a file is accepted or rejected by its number, once a version of the file`,
      priority: 'P1',
    },
    {
      key: 'refused',
      text: code`A file that is no CSV, or larger than ${megabytes(context)}, is refused with a reason, and changes nothing`,
      priority: 'P1',
      keeps: maxBytesOf(context).keeps,
    },
  ],
  suites: [{ path: 'test/parse-$kebabs.test.ts', head: testHead, cases: [...cases, limited(context)] }],
  constraints: [code`A file has at most ${megabytes(context)} and 50,000 lines`],
})

export const filePipeline: Pattern = {
  version: '1.0.0',
  title: 'File pipeline',
  traits: {
    ...{ trigger: 'file', route_shape: 'none', verification: 'none', dispatch: 'queue', store: 'object' },
    ...{ exposure: 'internal', has_ui: 'no', uses_model: 'no', latency: 'batch' },
  },
  parts: (context) => [queuePort, workPart, ownRecordsPart, oncePart(120), service(context), fixed],
}
